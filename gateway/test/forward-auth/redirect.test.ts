import t from 'tap'
import { AUTH, REPORTS, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const gateway = await startAskedGateway(t)
const host = new URL(AUTH).host

/** Where the login page redirects a signed-in visitor. */
async function follow(login: string, cookie: string): Promise<string | null> {
  const { pathname, search } = new URL(login, AUTH)
  const response = await send(`${gateway.url}${pathname}${search}`, { headers: { ...PAGE, host, cookie } })
  return response.headers.get('location')
}

t.test('redirect: a deep link at an application is restored byte for byte', async (t) => {
  const cookie = await gateway.enter()
  for (const path of ['/', '/pages/1?q=%2F&r=a+b', '/%C3%A9?x=%E2%82%AC', "/a;b=c/d'e(f)*", '/?a=?&b=/../c'])
    for (const origin of [WIKI, REPORTS]) {
      const refused = await gateway.ask({ url: `${origin}${path}` })
      t.equal(await follow(refused.headers.get('location') ?? '', cookie), `${origin}${path}`)
    }
})

t.test('redirect: a target on the sign-in host is a path', async (t) => {
  const cookie = await gateway.enter()
  const refused = await gateway.ask({ url: `${AUTH}/own?x=1` })
  t.equal(refused.headers.get('location'), `${AUTH}/login?redirect=%2Fown%3Fx%3D1`)
  t.equal(await follow(refused.headers.get('location') ?? '', cookie), '/own?x=1')
})

t.test('redirect: any other target is replaced by the home page', async (t) => {
  const cookie = await gateway.enter()
  const others = words`
    https://evil.example/ https://wiki.example.com@evil.example/ https://wiki.example.com.evil.example/
    https://wiki.example.com https://wiki.example.com:443/x https://WIKI.example.com/x https://wiki.example.com./x
    http://wiki.example.com/x https:wiki.example.com/x https:/wiki.example.com/x https:\\wiki.example.com\y
    https://wiki.example.com\@evil.example/ https://wiki.example.com//evil.example
    https://wiki.example.com/%2f/evil.example https://user@wiki.example.com/x https://reports.example.com/x
    //wiki.example.com/x javascript:alert(1)//https://wiki.example.com/ https://auth.example.com/login
    https://auth.example.com/logout
  `
  others.push(
    'https://wiki.example.com/\t/evil',
    ' https://wiki.example.com/x',
    `${WIKI}/${'a'.repeat(4096)}`
  )
  for (const target of others)
    t.equal(await follow(`/login?redirect=${encodeURIComponent(target)}`, cookie), '/', target.slice(0, 60))
  const found = await follow(`/login?redirect=${encodeURIComponent(`${WIKI}/login`)}`, cookie)
  t.equal(found, `${WIKI}/login`, 'a page of the application')
})

t.test('redirect: the login page shows the target and takes the application into account', async (t) => {
  const login = `/login?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`
  const page = await (await send(`${gateway.url}${login}`, { headers: { ...PAGE, host } })).text()
  const config = JSON.parse(/id="gatehouse-config">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
  t.match(config, {
    redirectTarget: `${WIKI}/x?y=1`,
    destination: 'wiki.example.com',
    applicationOrigins: [WIKI],
    query: `?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`
  })
})
