import t, { type Test } from 'tap'
import {
  createAuthenticator,
  type SoftwareAuthenticator
} from '../../../test/fixtures/browser/software-authenticator.ts'
import { startCommands } from '../../../test/fixtures/commands/users-command.ts'

const PAGE = { origin: 'https://app.example.com', rpId: 'app.example.com' }

/** An id with a dash and a letter that is no option: `-c…` would name a configuration file. */
const UNKNOWN_OPTION = /^-[^chy]/

/** An authenticator whose id satisfies the test. */
function deviceWith(suits: (id: string) => boolean): SoftwareAuthenticator {
  for (;;) {
    const device = createAuthenticator(PAGE)
    if (suits(device.id)) return device
  }
}

/** The commands, and the ids of two passkeys of `alice`, the first of which satisfies the test. */
async function start(t: Test, suits: (id: string) => boolean = () => true) {
  const commands = await startCommands(t)
  const { standIn } = commands
  standIn.settings.passkeys = { rpId: PAGE.rpId, expectedOrigins: [PAGE.origin] }
  standIn.accounts.create({ uid: 'alice', email: 'alice@example.com' })
  const { idToken } = await standIn.signIn('alice')
  const post = async (step: string, body: object) => {
    const url = `${standIn.endpoints.identityToolkit}/v2/accounts/passkeyEnrollment:${step}?key=k`
    const headers = { 'content-type': 'application/json' }
    return Object(await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json())
  }
  const ids: string[] = []
  for (const name of ['Laptop', 'Phone']) {
    const device = deviceWith(name === 'Laptop' ? suits : () => true)
    const { credentialCreationOptions: options } = await post('start', { idToken })
    await post('finalize', {
      idToken,
      name,
      authenticatorRegistrationResponse: device.register(options.challenge)
    })
    // As they are printed: a word that begins with `-` would be an option.
    ids.push(Buffer.from(device.id, 'base64url').toString('base64'))
  }
  return { ...commands, ids, left: () => standIn.accounts.get('alice')?.passkeyIds ?? [] }
}

t.test('users get: passkeys are shown by label and the beginning of the id', async (t) => {
  const { run } = await start(t)
  const { stdout } = await run(['users', 'get', 'alice'])
  t.match(stdout, /^passkeys +Laptop \([\w+/]{12}…\), Phone \([\w+/]{12}…\)$/m)
})

t.test('users passkeys remove: removes one by its id, or all, after a confirmation', async (t) => {
  const { run, ids, left } = await start(t)
  const terminals = { stdin: true, stderr: true }
  const [laptop = '', phone = ''] = ids
  t.equal((await run(['users', 'passkeys', 'remove', 'alice', laptop], { input: 'no\n', terminals })).code, 4)
  t.equal(left().length, 2)
  const one = await run(['users', 'passkeys', 'remove', 'alice', laptop.slice(0, 8), '-y'])
  t.strictSame([one.code, one.stdout], [0, 'removed Laptop of alice (alice@example.com)\n'])
  t.strictSame(left(), [Buffer.from(phone, 'base64').toString('base64url')])
  t.equal((await run(['users', 'passkeys', 'remove', 'alice', '--all', '-y'])).code, 0)
  t.strictSame(left(), [])
})

t.test('users passkeys remove: an id that begins with a dash works as printed or after --', async (t) => {
  const { run, ids, left } = await start(t, (id) => UNKNOWN_OPTION.test(id))
  const dashed = `-${ids[0]?.slice(1).replace(/\//g, '_')}`
  const bare = await run(['users', 'passkeys', 'remove', 'alice', dashed])
  t.equal(bare.code, 2, 'an unknown option')
  t.match(bare.stderr, /unknown option '-.…'/)
  const behind = await run(['users', 'passkeys', 'remove', 'alice', '--', dashed], { input: 'no\n' })
  t.match(behind.stderr, 'Laptop', 'asks about the right passkey')
  t.equal(left().length, 2, 'control: not confirmed')
  const { stdout } = await run(['users', 'get', 'alice'])
  const [, shown = ''] = /Laptop \((\+[\w+/-]{11})…\)/.exec(stdout) ?? []
  const removed = await run(['users', 'passkeys', 'remove', 'alice', shown, '-y'])
  t.strictSame([removed.code, left().length], [0, 1], shown)
})

t.test('users passkeys remove: an unknown or ambiguous passkey removes nothing', async (t) => {
  const { run, left } = await start(t)
  for (const [args, code] of [
    [['alice', 'AAAAAAAAAAAA'], 3],
    [['alice', 'A'], 3],
    [['nobody', '--all'], 3],
    [['alice'], 2],
    [['alice', 'AAAAAAAAAAAA', '--all'], 2]
  ] as const)
    t.equal((await run(['users', 'passkeys', 'remove', ...args, '-y'])).code, code, args.join(' '))
  t.equal(left().length, 2)
})
