import t from 'tap'
import { DEMO_USER, startDemo } from '../../../demo/demo.ts'
import { createLog } from '../../../src/operations/logging.ts'
import { startGateway } from '../../../test/fixtures/gateway.ts'
import { send } from '../../../test/fixtures/wire/http-client.ts'
import { findFreePorts } from '../../../test/fixtures/wire/ports.ts'
import { PLUGINS } from '../../plugins.ts'

t.test('dev drawer: the demo lists its accounts, and emails with links to the login page', async (t) => {
  const [port = 0] = await findFreePorts(1)
  const demo = await startDemo({ port, log: createLog('silent'), plugins: PLUGINS })
  t.teardown(() => demo.close())
  const { identityToolkit } = demo.provider.endpoints
  const asked = await fetch(`${identityToolkit}/v1/accounts:sendOobCode?key=${demo.provider.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'PASSWORD_RESET', email: DEMO_USER.email })
  })
  t.equal(asked.status, 200)

  const response = await fetch(`${demo.url}/_auth/drawer`)
  t.equal(response.status, 200)
  t.equal(response.headers.get('cache-control'), 'no-store')
  const { users, password, mails, codes, examples } = Object(await response.json())
  t.match(users[0], { uid: 'demo-user', email: DEMO_USER.email, disabled: false, secondFactors: [] })
  const account = (uid: string) => users.find((user: { uid: string }) => user.uid === uid)
  t.same(account('totp-user').secondFactors, ['totp'])
  t.same(account('sms-user').secondFactors, ['sms'])
  t.same(account('admin-user').secondFactors, ['totp', 'sms'])
  t.equal(account('new-user').emailVerified, false)
  t.equal(password, DEMO_USER.password)
  t.equal(mails.length, 1)
  t.match(mails[0], { email: DEMO_USER.email, type: 'PASSWORD_RESET' })
  t.match(mails[0].link, /^\/login\/action\?mode=resetPassword&.*oobCode=/)
  t.match(codes, [
    { recipient: 'admin@example.com, authenticator app', code: /^\d{6}$/ },
    { recipient: 'totp@example.com, authenticator app', code: /^\d{6}$/ }
  ])
  t.equal(codes.length, 2)
  t.ok(codes[0].validSeconds > 0 && codes[0].validSeconds <= 30)
  t.match(examples[1], { url: `${demo.url}/news`, rule: '{ path: /news, allow: public }' })
  t.notMatch(JSON.stringify(users), DEMO_USER.password)
  const page = await fetch(`${demo.url}/login`, { headers: { accept: 'text/html' } })
  t.match(await page.text(), /"standInWindow":"\/[^"]+"/, 'and the windows of its providers')
})

t.test("dev drawer: a real provider, its path is the application's and the page omits it", async (t) => {
  const gateway = await startGateway(t)
  t.equal((await send(`${gateway.url}/_auth/drawer`)).status, 401)
  const page = await send(`${gateway.url}/login`, { headers: { accept: 'text/html' } })
  const text = await page.text()
  t.match(text, '"drawer":null')
  t.match(text, '"standInWindow":null')
})
