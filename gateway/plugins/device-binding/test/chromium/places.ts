import assert from 'node:assert/strict'
import { SIGNATURE_KEY, startGateway } from '../../../../test/fixtures/gateway.ts'
import { until } from '../../../../test/fixtures/provider/token-endpoint.ts'
import { signatureKeyOf } from '../../../../test/fixtures/session/signature-keys.ts'
import { PROOF, REFRESH, SESSION } from '../device.ts'
import type { Journeys } from './journeys.ts'

const RENEWED = [`POST ${REFRESH} 403`, `POST ${REFRESH} 200`]
const PASSED = { status: 200 }
const NEW_KEY = signatureKeyOf('next')

export const PLACES: Journeys = {
  'a restart of the gateway changes nothing': async (site, t) => {
    const browser = await site.openBound()
    site.front.lead((await startGateway(t, { ...site.options, beside: site })).url)
    assert.deepEqual(await browser.fetch('/with'), PASSED)
    await browser.dropProofs()
    assert.deepEqual(await browser.fetch('/without'), PASSED)
  },

  'two replicas without a store take turns': async (site, t) => {
    site.front.lead(site.url, (await startGateway(t, { ...site.options, beside: site })).url)
    const browser = await site.openBound()
    site.front.forget()
    for (const _each of [1, 2, 3]) {
      await browser.dropProofs()
      // An even number of requests, so that the next renewal begins at the other.
      for (const path of ['/one', '/two', '/three']) assert.deepEqual(await browser.fetch(path), PASSED)
    }
    assert.equal(site.front.seen(REFRESH).length, 6)
  },

  'the signature key is replaced': async (site, t) => {
    const browser = await site.openBound()
    const { config } = site.options
    const steps = []
    for (const keys of [[SIGNATURE_KEY, NEW_KEY], [NEW_KEY, SIGNATURE_KEY], [NEW_KEY]]) {
      const changed = { ...config, 'cookie.signatureKeys': keys }
      site.front.lead((await startGateway(t, { ...site.options, config: changed, beside: site })).url)
      steps.push(await browser.fetch('/with'))
      // Session cookies are signed again when their id token is refreshed.
      site.advance(3600)
      await browser.dropProofs()
      steps.push(await browser.fetch('/without'))
    }
    assert.deepEqual(steps, Array(6).fill(PASSED))
  },

  'when renewals fail, its browser goes on for a while': async (site) => {
    const browser = await site.openBound()
    assert.deepEqual([await browser.fetch('/a'), await browser.fetch('/b')], [PASSED, PASSED])
    site.advance(600)
    await browser.dropProofs()
    const mend = site.front.fail(REFRESH)
    assert.deepEqual(await browser.fetch('/during'), PASSED)
    assert.match(site.front.seen('/during')[0]?.skipped ?? '', /^server_error/)
    mend()
    assert.deepEqual(await browser.fetch('/after'), PASSED)
    assert.notEqual(site.front.seen('/after')[0]?.proof, '')
  },

  'recheckOn: an updated browser proves itself before it goes on': {
    at: { deviceBinding: { recheckOn: ['user-agent'] } },
    async run(site) {
      const { context, folder } = await site.openBound()
      await context.close()
      const { page } = await site.openBrowser({ folder, args: ['--user-agent=updated'] })
      site.front.forget()
      await page.goto(`${site.origin}/updated`)
      assert.deepEqual(site.paths(), ['GET /updated 307', `POST ${REFRESH} 200`, 'GET /updated 200'])
    }
  },

  'recheckOn: a browser that alternates between two networks is sent round once': {
    at: { deviceBinding: { recheckOn: ['network'] }, config: { trustedProxies: ['127.0.0.1'] } },
    async run(site) {
      const browser = await site.openBound()
      site.front.alternate('192.0.2.1')
      assert.deepEqual(await browser.fetch('/moved'), PASSED)
      site.front.alternate('192.0.2.1', '2001:db8::1')
      site.front.forget()
      for (const path of ['/one', '/two', '/three', '/four'])
        assert.deepEqual(await browser.fetch(path, { method: 'POST' }), PASSED)
      assert.deepEqual(
        site.front.seen().flatMap(({ path, status }) => (status === 307 || path === REFRESH ? [status] : [])),
        [307, 200]
      )
    }
  },

  'cookie.domain: the binding is that of all hosts': {
    at: {
      host: 'example.test',
      hosts: { wiki: 'wiki.example.test' },
      config: { 'cookie.domain': 'example.test' }
    },
    async run(site) {
      const wiki = site.origin.replace('//', '//wiki.')
      const { page, fetch, dropProofs, cookies } = await site.openBound(`${wiki}/first`)
      assert.deepEqual(
        (await cookies()).map(({ name, domain }) => `${name} ${domain}`).sort(),
        [SESSION, PROOF].map((name) => `${name.replace('__Host-', '__Secure-')} .example.test`)
      )
      await dropProofs()
      site.front.forget()
      assert.deepEqual(await fetch('/fetched'), PASSED)
      await dropProofs()
      assert.equal((await page.goto(`${wiki}/loaded`))?.status(), 200)
      assert.deepEqual(site.paths(), [...RENEWED, 'GET /fetched 200', ...RENEWED, 'GET /loaded 200'])
      assert.deepEqual(
        new Set(site.front.seen(REFRESH).map(({ host }) => host)),
        new Set([new URL(site.origin).host])
      )
    }
  },

  'a hand-over binds a key of its own, whatever is on its way': {
    at: {
      hosts: { wiki: 'wiki.example.test', shop: 'shop.other.test' },
      deviceBinding: { recheckOn: ['user-agent'] }
    },
    async run(site) {
      const browser = await site.openBound()
      const { page } = browser
      for (const host of ['wiki.example.test', 'shop.other.test']) {
        const address = `${site.origin.replace('app.example.test', host)}/there`
        const count = (await browser.proofs()).length
        const arrival = site.front.hold('/_auth/arrive')
        // The session of the first host has to be proved on the way.
        await browser.dropProofs('app.example.test')
        const loaded = page.goto(address)
        await arrival.arrived
        const held = site.front.hold('/there')
        arrival.release()
        await held.arrived
        await until(async () => (await browser.proofs()).length > count)
        held.release()
        await loaded.catch(() => {})
        await page.locator('#user').waitFor()
        assert.equal(page.url(), address)
        await browser.dropProofs(host)
        assert.deepEqual(await browser.fetch('/fetched'), PASSED)
      }
      const keys = (await browser.cookies()).flatMap(({ value }) => /~(k\.[\w-]{44})~/.exec(value)?.[1] ?? [])
      assert.equal(new Set(keys).size, 3)
    }
  }
}
