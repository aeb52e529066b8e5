import type { Test } from 'tap'
import { ADA } from '../environment.ts'
import { CALL, type Visitor } from '../visitor.ts'
import type { Journey } from './journey.ts'

const PATH = '/_auth/firebase-token'
const OWN_FETCH = {
  ...CALL,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty'
}

/** The gateway gives out custom tokens. */
const ENABLED = { 'clientSdk.enabled': true }

async function checkTokens(t: Test, visitor: Visitor, other: string): Promise<void> {
  const own = await visitor.visit({ path: PATH, headers: { ...OWN_FETCH, origin: visitor.origin } })
  t.match(own, { status: 200, json: { uid: ADA.uid, token: /^eyJ/ } }, `a page of ${visitor.origin}`)
  t.match(own.headers['cache-control'], /no-store/)
  t.match(await visitor.visit({ path: PATH, headers: OWN_FETCH }), { status: 200 }, 'without Origin')
  for (const headers of [
    { ...OWN_FETCH, origin: other },
    { ...OWN_FETCH, 'sec-fetch-site': 'same-site' },
    CALL
  ])
    t.match(await visitor.visit({ path: PATH, headers }), { status: 403, json: { token: undefined } }, other)
}

/** Custom tokens for scripts, at the gateway's own path on each host. */
export const CLIENT_SDK: readonly Journey[] = [
  {
    title: 'custom token: a page of the application gets one, other pages do not',
    setup: 'one application',
    async run(t, { environment: { changeGateway, enter } }) {
      await changeGateway(t, ENABLED)
      await checkTokens(t, await enter(ADA.uid), 'https://evil.example')
    }
  },
  {
    title: 'custom token: a page of each host gets one there, a page of another host does not',
    setup: 'two applications',
    async run(t, { environment: { changeGateway, enter, signInOrigin } }) {
      await changeGateway(t, ENABLED)
      const visitor = await enter(ADA.uid)
      await checkTokens(t, visitor, signInOrigin)
      await checkTokens(t, visitor.at('reports.example.com'), visitor.origin)
    }
  }
]
