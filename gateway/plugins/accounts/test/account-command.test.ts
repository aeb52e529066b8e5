import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  createAuthenticator,
  type SoftwareAuthenticator
} from '../../../test/fixtures/browser/software-authenticator.ts'
import {
  NO_PERMISSION,
  startCommands,
  startWithAlice
} from '../../../test/fixtures/commands/users-command.ts'
import { decodeClaims } from '../../../test/fixtures/provider/provider.ts'

const TERMINAL = { stdin: true, stderr: true }

t.test('users: Ctrl-C does not wait for a response', async (t) => {
  for (const [call, args] of [
    ['lookup', ['users', 'get', 'alice']],
    ['list', ['users', 'list', '--json']],
    ['update', ['users', 'disable', 'alice']],
    ['create', ['users', 'create', '--uid', 'bob']],
    ['delete', ['users', 'delete', 'alice', '--yes']],
    ['oauthToken', ['users', 'get', 'alice']]
  ] as const) {
    const { run, standIn, beforeCall } = await startWithAlice(t)
    standIn.faults[call] = { kind: 'hang' }
    const interruption = new AbortController()
    beforeCall(call, 1, () => interruption.abort())
    t.strictSame(await run([...args], { signal: interruption.signal }), {
      code: 130,
      stdout: '',
      stderr: 'gatehouse: interrupted\n'
    })
  }
})

t.test('users: Ctrl-C ends a prompt', async (t) => {
  const { run, standIn, beforeCall } = await startWithAlice(t)
  const interruption = new AbortController()
  beforeCall('lookup', 1, () => setImmediate(() => interruption.abort()))
  const { code } = await run(['users', 'delete', 'alice'], {
    input: null,
    terminals: TERMINAL,
    signal: interruption.signal
  })
  t.equal(code, 130)
  t.ok(standIn.accounts.get('alice'))
})

t.test('users: Ctrl-C before the first call ends without reading the configuration', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const args of [['list'], ['delete', 'alice']]) {
    const ended = await run(['users', ...args], { env: {}, signal: AbortSignal.abort() })
    t.match(ended, { code: 130, stdout: '', stderr: 'gatehouse: interrupted\n' })
  }
  t.equal(standIn.calls.total(), 0)
})

t.test('users get: finds a user by uid, email address or phone number', async (t) => {
  const { run } = await startWithAlice(t, {
    email: 'alice@example.com',
    emailVerified: true,
    phoneNumber: '+15555550100',
    password: 'hidden-password',
    customClaims: { role: 'admin' }
  })
  for (const word of ['alice', 'ALICE@example.com', '+15555550100']) {
    const { code, stdout } = await run(['users', 'get', word])
    t.equal(code, 0, word)
    t.match(stdout, /^uid +alice\nemail +alice@example\.com \(verified\)$/m)
    t.match(stdout, /^custom claims +\{"role":"admin"\}$/m)
    t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
  }
  const { stdout } = await run(['users', 'get', 'alice', '--json'])
  t.match(JSON.parse(stdout), { uid: 'alice', customClaims: { role: 'admin' }, phoneNumber: '+15555550100' })
  t.notMatch(stdout, /hidden|hash|UkVEQUNURUQ/i)
})

t.test('users get: an unknown user exits with code 3', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.accounts.create({ uid: 'a@b', email: 'other@example.com' })
  for (const word of ['nobody', 'nobody@example.com', '+15555550199', 'a@b']) {
    const { code, stderr, stdout } = await run(['users', 'get', word])
    t.equal(code, 3, word)
    t.match(stderr, `gatehouse: ${word}: no such user`)
    t.equal(stdout, '')
  }
  t.equal((await run(['users', 'get', 'a@b', '--by', 'uid'])).code, 0)
  t.equal((await run(['users', 'get', '--by=email', 'other@example.com'])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '--by', 'name'])).code, 2)
  t.equal((await run(['users', 'get', 'alice', '--by', 'phone'])).code, 2)
})

t.test('users disable and users enable switch an account off and on', async (t) => {
  const { run, standIn } = await startWithAlice(t, { email: 'alice@example.com' })
  const off = await run(['users', 'disable', 'alice@example.com'])
  t.strictSame([off.code, off.stdout], [0, 'disabled alice (alice@example.com)\n'])
  t.equal(standIn.accounts.get('alice')?.disabled, true)
  const on = await run(['users', 'enable', 'alice', '--json'])
  t.equal(JSON.parse(on.stdout).disabled, false)
  t.equal(standIn.accounts.get('alice')?.disabled, false)
  t.equal((await run(['users', 'disable', 'nobody'])).code, 3)
  t.equal((await run(['users', 'enable'])).code, 2)
})

t.test('users revoke: asks for confirmation, then ends the sessions', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const no = await run(['users', 'revoke', 'alice'], { input: 'no\n', terminals: TERMINAL })
  t.equal(no.code, 4)
  t.equal(standIn.accounts.get('alice')?.validSinceSeconds, undefined)
  const yes = await run(['users', 'revoke', 'alice', '-y'])
  t.strictSame([yes.code, yes.stdout], [0, 'revoked every session of alice\n'])
  t.type(standIn.accounts.get('alice')?.validSinceSeconds, 'number')
})

t.test('users: a provider failure exits with code 1, its probable cause and what to do', async (t) => {
  const { run, standIn } = await startCommands(t)
  standIn.faults.identityToolkit = NO_PERMISSION
  const refused = await run(['users', 'get', 'alice'])
  t.equal(refused.code, 1)
  t.match(refused.stderr, /probable cause: .+\n {2}what to do: .*Firebase Authentication Admin/)
  standIn.faults.identityToolkit = {
    kind: 'error',
    status: 400,
    message: 'QUOTA_EXCEEDED : too many',
    headers: { 'retry-after': '30' }
  }
  const busy = await run(['users', 'get', 'alice'])
  t.equal(busy.code, 1)
  t.match(busy.stderr, /over its quota: .*QUOTA_EXCEEDED[\s\S]*try again in 30 s/)
})

t.test('users: only the identityPlatform section of the configuration is read', async (t) => {
  const { run, env } = await startWithAlice(t)
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(
    file,
    'publicUrl: 5\nlisten: { prot: 1 }\nupstream: { url: nonsense }\nidentityPlatform: {}\n'
  )
  const { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: _, ...withoutCredentials } = env
  t.equal((await run(['users', 'get', 'alice', '--config', file])).code, 0)
  t.equal((await run(['users', 'get', 'alice', '-c', 'gatehouse.yaml'], { cwd: join(file, '..') })).code, 0)
  const none = await run(['users', 'get', 'alice'], { env: withoutCredentials })
  t.equal(none.code, 2)
  t.match(
    none.stderr,
    /no credentials[\s\S]*identityPlatform\.credentialsFile[\s\S]*GOOGLE_APPLICATION_CREDENTIALS/
  )
  const empty = await run(['users', 'get', 'alice'], { env: {} })
  t.equal(empty.code, 2)
  t.match(empty.stderr, /identityPlatform\.projectId: is required/)
  t.notMatch(empty.stderr, /apiKey|publicUrl|upstream|cookie/)
  writeFileSync(file, 'identityPlatfrom: { projectId: x }\n')
  const misspelt = await run(['users', 'get', 'alice', '-c', file], { env: {} })
  t.match(misspelt.stderr, /identityPlatfrom: is not a key/)
  t.equal((await run(['users', 'get', 'alice', '-c', '/nowhere.yaml'])).code, 2)
})

t.test('users: an emulator causes a warning and needs no credentials', async (t) => {
  const { run, standIn } = await startWithAlice(t)
  const env = {
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: standIn.projectId,
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: new URL(standIn.url).host
  }
  const { stderr } = await run(['users', 'get', 'alice'], { env })
  t.match(stderr, /^warning: using the emulator at 127\.0\.0\.1:\d+, not the real provider\n/)
  t.notMatch(stderr, 'no credentials')
})

t.test('token: the token alone goes to standard output, the note to standard error', async (t) => {
  const { run, standIn } = await startCommands(t, ['acme'])
  const { code, stdout, stderr } = await run(['token', 'alice', '--claims', '{"team":7}', '--tenant', 'acme'])
  t.equal(code, 0)
  t.match(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  t.match(decodeClaims(stdout.trim()), { uid: 'alice', tenant_id: 'acme', claims: { team: 7 } })
  t.match(stderr, /secret.*alice.*hour/)
  t.notMatch(stderr, stdout.slice(0, 20))
  t.equal(standIn.calls.total(), 0)
})

t.test('token: an argument that does not look like a uid is refused', async (t) => {
  const { run } = await startWithAlice(t, { email: 'alice@example.com' })
  for (const word of ['alice@example.com', '+15555550100']) {
    const { code, stderr } = await run(['token', word])
    t.equal(code, 2)
    t.match(stderr, `${word} does not look like a uid: use --by`)
  }
  t.equal((await run(['token', 'a@b', '--by', 'uid'])).code, 0)
  const { stdout } = await run(['token', 'alice@example.com', '--by', 'email'])
  t.equal(decodeClaims(stdout.trim()).uid, 'alice')
  t.equal((await run(['token', 'nobody@example.com', '--by', 'email'])).code, 3)
})

t.test('token: reserved claims, long uids and missing words are refused', async (t) => {
  const { notRefused } = await startCommands(t)
  const claims = ['{"sub":1}', '{"email":1}', 'x'].map((text) => ['alice', '--claims', text])
  const wrong = [...claims, ['x'.repeat(129)], [], ['alice', 'bob'], ['']]
  t.same(
    await notRefused(
      'token',
      wrong.map((args) => [args, /./])
    ),
    []
  )
})

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
