import Negotiator from 'negotiator'

const LONGEST_LIST_CHARS = 300

/**
 * The tags of `Accept-Language` in the order of their weights, without those of weight 0 (RFC 9110, 12.5.4). Of a longer header,
 * the first 300 characters count. Whether they are tags of BCP 47 is not checked.
 */
export function listLanguages(header: string | undefined): readonly string[] {
  if (header === undefined) return []
  return new Negotiator({ headers: { 'accept-language': header.slice(0, LONGEST_LIST_CHARS) } }).languages()
}
