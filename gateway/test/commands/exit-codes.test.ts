import t, { type Test } from 'tap'
import { hashSessionId } from '../../src/operations/requests/request-line.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { listCommands } from '../fixtures/commands/commands.ts'
import { startOperator } from '../fixtures/commands/operator.ts'
import { NO_PERMISSION, startCommands } from '../fixtures/commands/users-command.ts'
import { SIGNATURE_KEY, startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { joinStore, NEEDS_STORE, startStore } from '../fixtures/processes/store-server.ts'

const SESSION = 'c2Vzc2lvbi1pZC1vZi0xNg'
/** Before the session, or it would be of an account that had the uid before. */
const CREATED_AT_SECONDS = 1_750_000_000

/** The arguments that end a command with each code that needs particular ones. */
const LINES: Readonly<
  Record<string, { done: string; notFound?: string; notConfirmed?: string; partly?: string }>
> = {
  'users list': { done: '' },
  'users get': { done: 'alice', notFound: 'missing' },
  'users create': { done: '--uid bob' },
  'users update': {
    done: 'alice --display-name A',
    notFound: 'missing --display-name A',
    notConfirmed: 'alice --clear password'
  },
  'users disable': { done: 'alice', notFound: 'missing' },
  'users enable': { done: 'alice', notFound: 'missing' },
  'users revoke': { done: 'alice --yes', notFound: 'missing --yes', notConfirmed: 'alice' },
  'users delete': {
    done: 'alice --yes',
    notFound: 'missing --yes',
    notConfirmed: 'alice',
    partly: 'alice missing --yes'
  },
  'users claims get': { done: 'alice', notFound: 'alice missing' },
  'users claims set': { done: 'alice a=1', notFound: 'missing a=1' },
  'users claims unset': { done: 'alice role', notFound: 'missing role' },
  'sessions list': { done: 'alice', notFound: 'missing' },
  'sessions show': { done: `alice ${hashSessionId(SESSION)}`, notFound: 'alice unknown' },
  'sessions revoke': { done: 'alice --yes', notFound: 'missing --yes', notConfirmed: 'alice' },
  token: { done: 'alice@example.com --by email', notFound: 'missing@example.com --by email' }
}

t.test('exit codes: an account command exits with every code in its help and no other', async (t) => {
  const commands = await startCommands(t)
  const gateway = NEEDS_STORE === false ? await startSessions(t) : null
  const envOfSessions = gateway === null ? {} : await startOperator(t, gateway)
  const names = listCommands().map(({ name }) => name)
  const isOfAccounts = (name: string) => /^(users|sessions|token)\b(?! passkeys)/.test(name)
  t.strictSame(Object.keys(LINES).sort(), names.filter(isOfAccounts).sort())
  for (const [name, lines] of Object.entries(LINES)) {
    // Without a store there are no sessions to find.
    const isOfSessions = name.startsWith('sessions ')
    if (isOfSessions && gateway === null) continue
    const standIn = (isOfSessions && gateway?.provider) || commands.standIn
    const env = isOfSessions ? envOfSessions : commands.env
    const end = async (line: string, change: 'none' | 'refuse' | 'interrupt' = 'none') => {
      for (const { uid } of standIn.accounts.list()) standIn.accounts.delete(uid)
      standIn.faults.reset()
      const alice = { uid: 'alice', email: 'alice@example.com', customClaims: { role: 'admin' } }
      standIn.accounts.create(alice)
      standIn.accounts.update('alice', { createdAtSeconds: CREATED_AT_SECONDS })
      if (change === 'refuse') standIn.faults.identityToolkit = NO_PERMISSION
      const args = `${name} ${line}`.trim().split(' ')
      const signal = change === 'interrupt' ? AbortSignal.abort() : new AbortController().signal
      return (await commands.run(args, { signal, env })).code
    }
    const codes = new Set<number>([
      await end(lines.done),
      await end(lines.done, 'refuse'),
      await end(`${lines.done} --bogus`),
      await end(lines.done, 'interrupt')
    ])
    for (const line of [lines.notFound, lines.notConfirmed, lines.partly])
      if (line !== undefined) codes.add(await end(line))
    const { stdout: help } = await runCommand([...name.split(' '), '--help'])
    const named = [...help.slice(help.indexOf('\nExit codes:')).matchAll(/^ {2}(\d+) /gm)]
    const found = [...codes].sort((a, b) => a - b)
    const expected = named.map(([, code]) => Number(code))
    t.strictSame(found, expected, name)
  }
})

/** A gateway with a store, where alice has a session. */
async function startSessions(t: Test): Promise<TestGateway> {
  const { url } = await startStore(t)
  const gateway = await startGateway(t, {
    acquire: 'exchange',
    shared: (report) => joinStore(t, url, { signatureKeys: [SIGNATURE_KEY], report })
  })
  const { shared } = gateway.state
  await shared.ready()
  const startedAt = gateway.now() - 10
  await shared.addToList('sessions /alice', {
    key: SESSION,
    text: JSON.stringify([SESSION, startedAt, startedAt, gateway.url]),
    expiresAtSeconds: startedAt + 1000
  })
  return gateway
}
