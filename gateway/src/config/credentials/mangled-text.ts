const PEM =
  /-----BEGIN\s+((?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY)-----([\s\S]*?)-----END\s+(?:RSA\s+|EC\s+|ENCRYPTED\s+)?PRIVATE\s+KEY-----/
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/**
 * The value of a JSON text that copying through shells, variables and secret stores may have changed: a byte order mark,
 * quotes around it, base64 of the whole, line breaks inside texts. Undefined when it is not JSON.
 */
export function parseMangledJson(text: string): unknown {
  const bare = unquote(text.replace(/^\uFEFF/, ''))
  const decoded = BASE64.test(withoutSpace(bare))
    ? Buffer.from(withoutSpace(bare), 'base64').toString()
    : bare
  // As the inside of a text, `{\"type\": …}`, it is what some build systems hand out.
  const inside = /^\{\s*\\"/.test(bare) ? [`"${bare}"`] : []
  const values = [text, bare, decoded, ...inside].flatMap((candidate) => [
    parseJson(candidate),
    parseJson(escapeLineBreaks(candidate))
  ])
  // A text may be JSON once more, as some secret stores hand it out.
  const unpacked = values.map((value) => (typeof value === 'string' ? (parseJson(value) ?? value) : value))
  return unpacked.find((value) => typeof value === 'object') ?? unpacked.find((value) => value !== undefined)
}

/**
 * The PEM of a private key that copying has changed: literal `\n` in any number of backslashes, `\r\n`, no line breaks at
 * all, quotes around it, base64 of the whole, and base64 of the key itself without any frame.
 */
export function unmanglePem(text: string): string {
  const bare = unquote(text)
  const framed = readPem(bare)
  if (framed !== null) return framed
  const decoded = Buffer.from(withoutSpace(bare), 'base64')
  return readPem(unquote(decoded.toString('utf8'))) ?? frame('PRIVATE KEY', decoded.toString('base64'))
}

function readPem(text: string): string | null {
  const match = PEM.exec(text.replace(/\\+[nr]/g, '\n'))
  if (match === null) return null
  return frame((match[1] ?? '').replace(/\s+/g, ' '), (match[2] ?? '').replace(/[\s\\]/g, ''))
}

function frame(label: string, body: string): string {
  const lines = body.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unquote(text: string): string {
  return text.trim().replace(/^(["'])([\s\S]*)\1$/, '$2')
}

function withoutSpace(text: string): string {
  return text.replace(/\s/g, '')
}

/** Inside texts alone: between the members of an object they are white space. */
function escapeLineBreaks(json: string): string {
  return json.replace(/"(?:[^"\\]|\\[\s\S])*"/g, (member) =>
    member.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
  )
}
