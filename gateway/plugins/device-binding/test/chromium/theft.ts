import assert from 'node:assert/strict'
import { send } from '../../../../test/fixtures/wire/http-client.ts'
import { identifierOf } from '../../proof.ts'
import { challengeIn, createDevice, REFRESH, SESSION } from '../device.ts'
import type { Journeys } from './journeys.ts'

const REQUIRED = { status: 401, code: 'DEVICE_PROOF_REQUIRED' }

export const THEFT: Journeys = {
  'a copied session passes until its proof runs out, then nowhere, and is seen': async (site) => {
    const { origin, advance, logLines, application } = site
    const owner = await site.openBound()
    const thief = await site.openBrowser({ args: ['--user-agent=thief'] })
    const copy = await owner.cookies()
    await thief.context.addCookies(copy.filter(({ name }) => name === SESSION))
    await thief.page.goto(`${origin}/login/problem`)
    assert.deepEqual(await thief.fetch('/secret'), REQUIRED, 'the session cookie alone')
    await thief.context.addCookies(copy)
    assert.deepEqual(await thief.fetch('/copied'), { status: 200 }, 'both, while the proof is live')

    advance(600)
    await owner.dropProofs()
    assert.deepEqual(await owner.fetch('/own'), { status: 200 }, 'its own browser renews the proof')
    assert.deepEqual(await thief.fetch('/secret'), REQUIRED)
    assert.equal((await thief.page.goto(`${origin}/secret`))?.status(), 401)
    await thief.page.getByRole('link', { name: 'Sign in' }).waitFor()
    const events = logLines({ event: 'session.binding-refused', path: '/secret' })
    assert.deepEqual(
      new Set(events.map(({ userAgent, subject }) => `${userAgent} ${subject}`)),
      new Set(['thief ada'])
    )
    assert.equal(
      application.seen.some(({ url }) => url === '/secret'),
      false
    )
    assert.deepEqual(await owner.fetch('/own'), { status: 200 }, 'its own browser goes on')
  },

  'a copied session is renewed by no other key': async (site) => {
    const owner = await site.openBound()
    const cookie = (await owner.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const { host } = new URL(site.origin)
    const [, , id = ''] = cookie.split('~')
    const identifier = identifierOf({ session: { id }, origin: site.origin })
    const ask = (headers: Record<string, string> = {}) =>
      send(site.url + REFRESH, {
        method: 'POST',
        headers: { host, cookie, 'sec-secure-session-id': identifier, ...headers }
      })
    const asked = await ask()
    assert.equal(asked.status, 403)
    const jwt = await (await createDevice()).sign(challengeIn(asked))
    const refused = await ask({ 'secure-session-response': jwt })
    assert.equal(refused.status, 400)
    assert.deepEqual(refused.headers.getSetCookie(), [])
    await owner.dropProofs()
    assert.deepEqual(await owner.fetch('/own'), { status: 200 }, 'by its own')
  }
}
