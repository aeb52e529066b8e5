import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ACCOUNT_COMMANDS } from '../../src/commands/command-line/account-commands.ts'
import { NO_PERMISSION, startCommands } from '../fixtures/users-command.ts'

/** What ends a command with each code that needs words of its own; `FILE` stands for a file. */
const LINES: Readonly<
  Record<string, { done: string; notFound?: string; notConfirmed?: string; partly?: string }>
> = {
  'users list': { done: '' },
  'users get': { done: 'alice', notFound: 'nobody' },
  'users create': { done: '--uid bob' },
  'users update': {
    done: 'alice --display-name A',
    notFound: 'nobody --display-name A',
    notConfirmed: 'alice --clear password'
  },
  'users disable': { done: 'alice', notFound: 'nobody' },
  'users enable': { done: 'alice', notFound: 'nobody' },
  'users revoke': { done: 'alice --yes', notFound: 'nobody --yes', notConfirmed: 'alice' },
  'users delete': {
    done: 'alice --yes',
    notFound: 'nobody --yes',
    notConfirmed: 'alice',
    partly: 'alice nobody --yes'
  },
  'users claims get': { done: 'alice', notFound: 'alice missing' },
  'users claims set': { done: 'alice a=1', notFound: 'nobody a=1' },
  'users claims unset': { done: 'alice role', notFound: 'nobody role' },
  'users export': { done: '--output FILE --yes', notConfirmed: '--output FILE' },
  'users import': {
    done: 'FILE',
    notConfirmed: 'FILE --on-existing update',
    partly: 'FILE.bad'
  },
  token: { done: 'alice@example.com --by email', notFound: 'nobody@example.com --by email' }
}

t.test('exit codes: every code that the help of an account command names, and no other', async (t) => {
  const { run, standIn } = await startCommands(t)
  for (const { name, exitCodes } of ACCOUNT_COMMANDS) {
    const lines = LINES[name]
    if (lines === undefined) throw new Error(`no command lines for ${name}`)
    const end = async (line: string, change: 'none' | 'refuse' | 'interrupt' = 'none') => {
      for (const { uid } of standIn.accounts.list()) standIn.accounts.delete(uid)
      standIn.faults.reset()
      standIn.accounts.create({ uid: 'alice', email: 'alice@example.com', customClaims: { role: 'admin' } })
      if (change === 'refuse') standIn.faults.identityToolkit = NO_PERMISSION
      const file = join(t.testdir(), 'accounts.jsonl')
      writeFileSync(file, '{"uid":"carol"}\n')
      writeFileSync(`${file}.bad`, '{"uid":"carol"}\n{"uid":\n')
      const args = `${name} ${line.replace('FILE', file)}`.trim().split(' ')
      const signal = change === 'interrupt' ? AbortSignal.abort() : new AbortController().signal
      return (await run(args, { signal })).code
    }
    const codes = new Set<number>([
      await end(lines.done),
      await end(lines.done, 'refuse'),
      await end(`${lines.done} --bogus`),
      await end(lines.done, 'interrupt')
    ])
    for (const line of [lines.notFound, lines.notConfirmed, lines.partly])
      if (line !== undefined) codes.add(await end(line))
    t.strictSame([...codes].sort((a, b) => a - b).map(String), Object.keys(exitCodes), name)
  }
})
