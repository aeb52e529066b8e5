import { parseUrl } from '../../src/config/addresses/urls.ts'

/** By name. */
const READ: ReadonlyMap<string, (value: string) => string> = new Map([
  // Single spaces between them (RFC 6749, 3.3).
  ['scope', (value) => value.split(' ').filter(Boolean).join(' ')],
  ['resource', readResource],
  // That page shows the account, and the way to another one.
  ['prompt', (value) => value.replace(/\bselect_account\b/, 'consent')]
])

/** The address of a resource as it is compared (RFC 8707, 2); what is no URL stays as it is. */
export function readResource(text: string): string {
  return parseUrl(text)?.href.replace(/\/$/, '') ?? text
}

/** A query or form in which parameters that clients write in several ways have one. Byte for byte as given if they do. */
export function readParameters(form: string): string {
  const given = [...new URLSearchParams(form)]
  const read = given.map(([name, value]): [string, string] => [name, READ.get(name)?.(value) ?? value])
  return read.every(([, value], index) => value === given[index]?.[1]) ? form : `${new URLSearchParams(read)}`
}
