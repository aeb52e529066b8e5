import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import {
  parseCredentialJson,
  readServiceAccount
} from '../../../src/identity-platform/credentials/service-account.ts'
import { KEY_FILE, PEM, privateKey } from '../../fixtures/provider/credential-config.ts'

const parse = (text: string) => {
  const read = parseCredentialJson(text)
  return read.kind === 'invalid' ? read : readServiceAccount(read.json)
}
const read = (changes: Record<string, unknown>) => parse(JSON.stringify({ ...KEY_FILE, ...changes }))

t.test('service account: a private key in every usual form is read as the same key', async (t) => {
  const pkcs1 = createPrivateKey(PEM).export({ format: 'pem', type: 'pkcs1' }).toString()
  const rows: readonly [string, string][] = [
    ['as it is', PEM],
    ['literal \\n', PEM.replaceAll('\n', '\\n')],
    ['literal \\\\n', PEM.replaceAll('\n', '\\\\n')],
    ['literal \\r\\n', PEM.replaceAll('\n', '\\r\\n')],
    ['double quotes', `"${PEM}"`],
    ['single quotes', `'${PEM}'`],
    ['quotes and literal \\n', `"${PEM.replaceAll('\n', '\\n')}"`],
    ['\\r\\n', PEM.replaceAll('\n', '\r\n')],
    ['spaces for newlines', PEM.replaceAll('\n', ' ')],
    ['newlines for spaces', PEM.replaceAll(' ', '\n')],
    ['no newlines', PEM.replaceAll('\n', '')],
    ['no newline at the end', PEM.trimEnd()],
    ['indented', PEM.replaceAll('\n', '\n    ')],
    ['PKCS#1', pkcs1],
    ['PKCS#1 with literal \\n', pkcs1.replaceAll('\n', '\\n')],
    ['base64 of the whole', Buffer.from(PEM).toString('base64')],
    ['base64url of the whole', Buffer.from(PEM).toString('base64url')],
    ['base64 of the whole, in lines', Buffer.from(PEM).toString('base64').replace(/.{64}/g, '$&\n')],
    ['base64 of literal \\n', Buffer.from(PEM.replaceAll('\n', '\\n')).toString('base64')],
    ['the key without its frame', PEM.replace(/-----[A-Z ]+-----/g, '')]
  ]
  for (const [name, text] of rows) {
    const parsed = read({ private_key: text })
    t.ok(parsed.kind === 'key' && parsed.account.privateKeyPem === PEM, name)
  }
})

t.test('service account: the fields of the file are read', async (t) => {
  t.match(read({}), {
    account: { clientEmail: KEY_FILE.client_email, privateKeyId: 'key-id', projectId: 'my-project' }
  })
  const sparse = read({ private_key_id: undefined, project_id: undefined })
  t.match(sparse, { account: { privateKeyId: null, projectId: null } })
})

t.test('service account: an invalid file is a problem that shows no part of the key', async (t) => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
  const unreadable = 'holds a private key that cannot be read'
  const rows: readonly [string, string, string][] = [
    ['not JSON', 'BEGIN', 'is not JSON'],
    ['null', 'null', 'is not a JSON object'],
    ['a text', '"x"', 'is not a JSON object'],
    ['no email', JSON.stringify({ ...KEY_FILE, client_email: '' }), 'lacks `client_email` or `private_key`'],
    [
      'no key',
      JSON.stringify({ ...KEY_FILE, private_key: undefined }),
      'lacks `client_email` or `private_key`'
    ],
    [
      'a broken key',
      JSON.stringify({ ...KEY_FILE, private_key: `${PEM.slice(0, 300)}${PEM.slice(400)}` }),
      unreadable
    ],
    ['half a key', JSON.stringify({ ...KEY_FILE, private_key: PEM.slice(0, 400) }), unreadable],
    ['a locked key', JSON.stringify({ ...KEY_FILE, private_key: locked }), unreadable],
    [
      'a key that is not RSA',
      JSON.stringify({ ...KEY_FILE, private_key: elliptic.export({ format: 'pem', type: 'pkcs8' }) }),
      'holds a private key that is not RSA'
    ],
    [
      'a short key',
      JSON.stringify({ ...KEY_FILE, private_key: short.export({ format: 'pem', type: 'pkcs8' }) }),
      'holds a private key of less than 2048 bits'
    ]
  ]
  const hint = 'Create a new key in the cloud console (IAM, service accounts).'
  for (const [name, text, message] of rows)
    t.strictSame(parse(text), { kind: 'invalid', problems: [{ path: '', message, hint }] }, name)
})
