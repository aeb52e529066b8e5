import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { startSignedInWorkers } from '../../../test/fixtures/processes/signed-in-workers.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'

const USERS = 12

t.test('workers: events of all go to one file, none is lost while all are replaced', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-audit-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'events.log')
  const gateway = await startSignedInWorkers(t, 2, {
    config: { audit: { to: file } },
    env: { GATEHOUSE_SESSION_SIGN_INS_PER_MINUTE: '0' }
  })
  const { url, origin } = gateway
  gateway.child.kill('SIGUSR2')
  let signIns = 0
  const visit = async (uid: string) => {
    const cookie = await gateway.signIn(uid)
    signIns += 1
    const response = await send(`${url}/logout`, { method: 'POST', headers: { cookie, origin } })
    if (response.status !== 204) throw new Error(`sign-out: ${response.status}`)
  }
  let round = 0
  await gateway.until(async () => {
    round += 1
    await Promise.all(Array.from({ length: USERS }, (_, user) => visit(`user-${round}-${user}`)))
    return (await gateway.series()).get('worker_restarts_total{reason="replaced"}') === 2
  })
  const { code } = await gateway.end()
  t.equal(code, 0)
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const count = (name: string) => events.filter(({ event }) => event === name).length
  t.strictSame([count('session.started'), count('session.ended')], [signIns, signIns])
  t.ok(signIns >= USERS)
})
