import { createRequire } from 'node:module'
import { extname } from 'node:path'
import type { Document } from 'yaml'
import { isPlainObject } from '../../config/json-object.ts'
import { checkSignatureKey } from '../../config/signature-keys.ts'
import { CommandError, EXIT } from '../command-error.ts'

const CONFIG_ENDINGS = new Set(['.yaml', '.yml', '.json'])
/** The default of `session.absoluteSeconds`. */
const DEFAULT_SESSION_SECONDS = 1_209_600

/** The signature keys in a file, and the rest of it as it is. */
export interface KeyList {
  count(): number
  append(key: string): void
  /** The last one comes first. */
  promoteLast(): void
  removeLast(): void
  /** `session.absoluteSeconds` of the configuration; the default where the file does not say. */
  sessionSeconds: number
  /** The whole file with the keys as they are now. */
  text(): string
}

/**
 * Reads the keys of a configuration (a file that ends with `.yaml`, `.yml` or `.json`), whose comments and order stay, or of
 * a file that `cookie.signatureKeysFile` names, with one a line. Throws a `CommandError` where
 * there are none, and where a line is no key.
 */
export function readKeyList(file: string, text: string): KeyList {
  const list = CONFIG_ENDINGS.has(extname(file).toLowerCase())
    ? readConfiguration(file, text)
    : readLines(file, text)
  if (list.count() === 0) throw new CommandError(EXIT.usage, `${file}: holds no signature keys`)
  return list
}

/** A file that was meant for something else stays as it is. */
function readLines(file: string, text: string): KeyList {
  const keys = text.split('\n').map((line) => line.trim())
  const wrongLine = keys.findIndex((key) => key !== '' && !isKey(key))
  if (wrongLine >= 0)
    throw new CommandError(
      EXIT.usage,
      `${file}: line ${wrongLine + 1} is no signature key: name a file with one key a line, or a configuration that ends with .yaml, .yml or .json`
    )
  return listLines(keys.filter((key) => key !== ''))
}

/** Log lines and prose are as long and as varied as a passphrase: blanks, quotes and braces tell them from keys. */
function isKey(line: string): boolean {
  return !/[\s"{}\p{Cc}\uFFFD]/u.test(line) && checkSignatureKey(line, '') === null
}

function listLines(keys: string[]): KeyList {
  return {
    count: () => keys.length,
    append: (key) => void keys.push(key),
    promoteLast: () => void keys.unshift(...keys.splice(-1)),
    removeLast: () => void keys.pop(),
    sessionSeconds: DEFAULT_SESSION_SECONDS,
    text: () => keys.map((key) => `${key}\n`).join('')
  }
}

function readConfiguration(file: string, text: string): KeyList {
  // Loaded on demand, as by the gateway. Pretty messages would quote the line, which may hold a key.
  const yaml: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const document = yaml.parseDocument(text, { prettyErrors: false })
  if (document.errors.length > 0) throw new CommandError(EXIT.usage, `${file}: is not YAML`)
  const keysFile = document.getIn(['cookie', 'signatureKeysFile'])
  if (typeof keysFile === 'string')
    throw new CommandError(EXIT.usage, `${file}: the keys are in another file, give that one: ${keysFile}`)
  const keys = document.getIn(['cookie', 'signatureKeys'])
  if (!yaml.isSeq(keys))
    throw new CommandError(EXIT.usage, `${file}: has no list of keys at cookie.signatureKeys`)
  return {
    count: () => keys.items.length,
    append(key) {
      const node = document.createNode(key)
      node.type = 'QUOTE_DOUBLE'
      keys.items.push(node)
    },
    promoteLast: () => void keys.items.unshift(...keys.items.splice(-1)),
    removeLast: () => void keys.items.pop(),
    sessionSeconds: readSessionSeconds(document),
    text: () => document.toString({ lineWidth: 0, flowCollectionPadding: text.includes('{ ') })
  }
}

function readSessionSeconds(document: Document): number {
  const session: unknown = document.toJS()?.session
  const seconds = isPlainObject(session) ? session.absoluteSeconds : undefined
  return typeof seconds === 'number' ? seconds : DEFAULT_SESSION_SECONDS
}
