import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { createBrowser } from '../peers/sign-in/browser.ts'

async function serve(t: Test, response: RequestListener): Promise<string> {
  const server = createServer(response).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await once(server, 'listening')
  return `http://app.bench.localhost:${(server.address() as AddressInfo).port}`
}

t.test('browser: redirects are followed, cookies are stored and deleted on the way', async (t) => {
  const seen: string[] = []
  const origin = await serve(t, (req, res) => {
    seen.push(`${req.headers.host?.split(':')[0]} ${req.url} ${req.headers.cookie ?? '-'}`)
    if (req.url === '/')
      res.writeHead(302, { location: '/second', 'set-cookie': ['state=1; Path=/', 'id=a=b'] }).end()
    else if (req.url === '/second')
      res.writeHead(307, { location: '/third', 'set-cookie': 'state=; Max-Age=0' }).end()
    else res.end('there')
  })
  const browser = createBrowser()
  t.match(await browser.open(`${origin}/`), { status: 200, body: 'there' })
  t.same(seen, [
    'app.bench.localhost / -',
    'app.bench.localhost /second state=1; id=a=b',
    'app.bench.localhost /third id=a=b'
  ])
  t.equal(browser.cookieHeader(), 'id=a=b')
})

t.test('browser: an endless redirect loop is given up', async (t) => {
  const origin = await serve(t, (_, res) => res.writeHead(302, { location: '/' }).end())
  await t.rejects(createBrowser().open(origin), /more than 15 redirects/)
})

t.test('browser: hosts other than this machine are never requested', async (t) => {
  for (const url of [
    'http://example.com/',
    'http://localhost.example.com/',
    'https://127.0.0.1/',
    'http://10.0.0.1/'
  ])
    await t.rejects(createBrowser().ask(url), /is not on this machine/, url)
})
