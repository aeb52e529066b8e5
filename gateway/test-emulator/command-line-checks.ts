import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Ended, startProgram } from '../test/fixtures/processes/child-process.ts'
import { assertStatus, type CheckEnvironment, enter } from './environment.ts'
import { createVisitor, upstreamHeaders } from './visitor.ts'

const PROGRAM = join(import.meta.dirname, '..', 'src', 'main.js')

/** The account commands, each in a separate process, and their effect on a running gateway. */
export async function checkCommandLine(environment: CheckEnvironment): Promise<void> {
  const { checks, gateway } = environment
  const title = (text: string) => `command line: ${text}`
  const run = (args: string[], input = '') => runProgram(args, gateway.env, input)
  const done = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await run(args, input)
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`)
    return stdout
  }
  await checks.check(title('create, get, update, disable, enable and delete work'), async () => {
    const uid = `cli-${randomUUID()}`
    const email = `${uid}@example.com`
    await done(['users', 'create', '--uid', uid, '--email', email, '--password-stdin'], 'secret-cli\n')
    await done(['users', 'update', email, '--display-name', 'Ada'])
    await done(['users', 'disable', uid])
    const shown = JSON.parse(await done(['users', 'get', uid, '--json']))
    assert.deepEqual([shown.email, shown.displayName, shown.disabled], [email, 'Ada', true])
    await done(['users', 'enable', uid])
    assert.equal((await run(['users', 'delete', uid])).code, 4)
    await done(['users', 'delete', uid, '--yes'])
    assert.equal((await run(['users', 'get', uid])).code, 3)
  })
  await checks.check(
    title('claims set merges, and reaches the application after a forced refresh'),
    async () => {
      const { account, visitor } = await enter(environment)
      await done(['users', 'claims', 'set', account.uid, 'groups=["editors"]'])
      await done(['users', 'claims', 'set', account.uid, 'level=3'])
      assertStatus(await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' }), 200)
      const page = await visitor.visit({ path: '/' })
      assert.equal(upstreamHeaders(page)['x-forwarded-groups'], 'editors')
      const claims = JSON.parse(await done(['users', 'claims', 'get', account.uid]))
      assert.deepEqual(claims, { groups: ['editors'], level: 3 })
      const refused = await run(['users', 'claims', 'set', account.uid, 'firebase=x'])
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, /firebase/)
      await done(['users', 'claims', 'unset', account.uid, 'groups'])
      assertStatus(await visitor.visit({ method: 'POST', path: '/_auth/refresh?force=1' }), 200)
      assert.equal(upstreamHeaders(await visitor.visit({ path: '/' }))['x-forwarded-groups'], undefined)
    }
  )
  await checks.check(title('revoke invalidates earlier sign-ins'), async () => {
    const account = await environment.accounts.signUp()
    assertStatus(await createVisitor(gateway).openSession(account), 200)
    await done(['users', 'revoke', account.uid, '--yes'])
    const record = await environment.accounts.lookUp(account.uid)
    assert.ok(Math.abs((record?.validSince ?? 0) - Date.now() / 1000) < 60)
  })
  await checks.check(title('list prints a table, JSON and CSV'), async () => {
    const json = (await done(['users', 'list', '--json'])).trim().split('\n')
    const csv = (await done(['users', 'list', '--csv'])).trim().split('\n')
    assert.ok(json.length >= 3)
    assert.equal(csv.length, json.length + 1)
    assert.ok((await done(['users', 'list', '--limit', '2'])).length > 0)
  })
  await checks.check(title('token prints a custom token that the provider accepts'), async () => {
    const { uid } = await environment.accounts.signUp()
    const token = (await done(['token', uid])).trim()
    assert.equal((await environment.accounts.signInWithToken(token)).uid, uid)
  })
}

function runProgram(args: string[], env: Record<string, string>, input: string): Promise<Ended> {
  const { child, ended } = startProgram(PROGRAM, args, { METADATA_SERVER_DETECTION: 'none', ...env })
  child.stdin.end(input)
  return ended
}
