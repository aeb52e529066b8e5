import t from 'tap'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'

t.test('sign-out: with the cookie sent twice both sessions end, with one only that one', async (t) => {
  const { url, provider, signIn, logLines } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  provider.accounts.create({ uid: 'eve' })
  const [own, planted, other] = [await signIn('ada'), await signIn('eve'), await signIn('ada')]
  const statusOf = async (cookie: string) => (await send(`${url}/`, { headers: { cookie } })).status
  const signOut = (cookie: string) =>
    send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } })
  t.equal(await statusOf(`${planted}; ${own}`), 401, 'ambiguous, refused')
  t.same([await statusOf(own), await statusOf(planted)], [200, 200], 'but each alone does')
  const response = await signOut(`${planted}; app=1; ${own}`)
  t.equal(response.status, 204)
  t.match(response.headers.getSetCookie()[0], /^gatehouse=; Max-Age=0;/)
  t.same([await statusOf(own), await statusOf(planted), await statusOf(other)], [401, 401, 200])
  const ends = logLines().filter(({ event }) => event === 'session.ended')
  t.same(ends.map(({ subject }) => subject).sort(), ['ada', 'eve'])
  const another = await signIn('ada')
  await signOut(another)
  t.same([await statusOf(another), await statusOf(other)], [401, 200], 'control')
})

t.test('sign-out everywhere: of a deleted account ends all, in an outage none (ASVS 2.3.3)', async (t) => {
  const { url, provider, advance, signIn, logLines } = await startGateway(t, { acquire: 'exchange' })
  for (const uid of ['ada', 'eve']) provider.accounts.create({ uid })
  const [here, there, eve] = [await signIn('ada'), await signIn('ada'), await signIn('eve')]
  const signOut = (headers: Record<string, string>) =>
    send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here, ...headers } })
  const statusOf = async (cookie: string) => (await send(`${url}/`, { headers: { cookie } })).status
  advance(5)
  provider.accounts.delete('ada')
  provider.faults.identityToolkit = { kind: 'reset' }
  const away = await signOut({})
  t.same([away.status, away.headers.getSetCookie()], [503, []])
  t.equal(await statusOf(here), 200, 'it can be retried')
  provider.faults.reset()
  advance(60)
  const response = await signOut({ ...PAGE, origin: PUBLIC_ORIGIN })
  t.same([response.status, response.headers.get('location')], [303, '/login?reason=revoked'])
  t.match(response.headers.getSetCookie()[0], /^gatehouse=; Max-Age=0;/)
  t.same([await statusOf(here), await statusOf(there)], [401, 401])
  t.equal(await statusOf(eve), 200, 'another account')
  const ends = logLines().filter(({ event }) => event === 'session.ended')
  t.match(ends, [
    { subject: 'ada', by: 'everywhere' },
    { subject: 'ada', code: 'TOKEN_REVOKED' }
  ])
})

t.test('sign-out: another tab on the login page shows the reason', async (t) => {
  const { url, provider, signIn } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const reasonAt = async (cookie: string | undefined, path = '/login?redirect=%2Freports') => {
    const headers = { ...PAGE, ...(cookie === undefined ? {} : { cookie }) }
    const html = await (await send(`${url}${path}`, { headers })).text()
    return /"reason":("[a-z-]+"|null)/.exec(html)?.[1]
  }
  const signOut = async (headers: Record<string, string>) => {
    const response = await send(`${url}/logout`, {
      method: 'POST',
      headers: { origin: PUBLIC_ORIGIN, ...headers }
    })
    return response.headers.getSetCookie().find((line) => line.startsWith('gatehouse-signed-out='))
  }
  const note = await signOut({ cookie: await signIn('ada') })
  t.equal(note, 'gatehouse-signed-out=1; Max-Age=30; Path=/; HttpOnly; SameSite=Lax')
  t.equal(await reasonAt('gatehouse-signed-out=1'), '"signed-out"')
  t.equal(await reasonAt('gatehouse-signed-out=1', '/login?reason=expired'), '"expired"')
  t.equal(await reasonAt(undefined), 'null')
  t.equal(await signOut({}), undefined, 'without a session')
})
