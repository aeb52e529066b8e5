import { Compute } from 'google-auth-library'
import t from 'tap'
import {
  ACCOUNT_PATH,
  CLOUD_PLATFORM,
  call,
  DRIVE,
  FLAVOR,
  lookUp,
  machineToken,
  NOW,
  start
} from '../fixtures/stand-in-credentials.ts'

t.test('stand-in: metadata server, hands out one token until five minutes before its end', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const first = await machineToken(standIn)
  t.match(first.body, { access_token: /^ya29\.c\./, expires_in: 3599, token_type: 'Bearer' })
  t.equal(first.headers.get('metadata-flavor'), 'Google')
  t.equal((await lookUp(standIn, first.body.access_token)).status, 200)
  now += 3298
  const same = await machineToken(standIn, `?scopes=${CLOUD_PLATFORM}`)
  t.match(same.body, { access_token: first.body.access_token, expires_in: 301 })
  const narrow = (await machineToken(standIn, `?scopes=${DRIVE}`)).body
  t.not(narrow.access_token, first.body.access_token)
  t.equal((await lookUp(standIn, narrow.access_token)).status, 403)
  now += 1
  const next = await machineToken(standIn)
  t.not(next.body.access_token, first.body.access_token)
  t.equal(next.body.expires_in, 3599)
  standIn.expireAccessTokens()
  t.not((await machineToken(standIn)).body.access_token, next.body.access_token)
})

t.test('stand-in: metadata server, tells about the machine', async (t) => {
  const standIn = await start(t)
  const { client_email: email } = standIn.serviceAccount
  const base = `${standIn.url}/computeMetadata/v1`
  const read = async (path: string): Promise<unknown> =>
    (await call(`${base}/${path}`, { headers: FLAVOR })).body
  t.match(await read('instance'), 'service-accounts/')
  t.equal(await read('instance/service-accounts/default/email'), email)
  t.match(await read(`instance/service-accounts/${email}/scopes`), CLOUD_PLATFORM)
  t.match(await read('instance/service-accounts/?recursive=true'), { default: { email } })
  t.equal(await read('project/project-id'), 'demo-gate')
  t.match(await read('project/numeric-project-id'), /^\d{12}$/)
  t.equal(await read('universe/universe-domain'), 'googleapis.com')
  t.equal((await call(`${base}/instance/other`, { headers: FLAVOR })).status, 404)
})

t.test('stand-in: metadata server without the flavor header, 403 and a page', async (t) => {
  const standIn = await start(t)
  for (const headers of [{}, { 'metadata-flavor': 'google' }]) {
    const { status, body } = await call(`${standIn.url}${ACCOUNT_PATH}/token`, { headers })
    t.match([status, body], [403, /<!DOCTYPE html>.*Missing Metadata-Flavor:Google header/s])
  }
})

t.test('stand-in: metadata server, serves the client library of Google', async (t) => {
  const standIn = await start(t, { now: () => Date.now() / 1000 })
  const before = process.env.GCE_METADATA_HOST
  process.env.GCE_METADATA_HOST = standIn.metadataHost
  t.teardown(() => {
    if (before === undefined) delete process.env.GCE_METADATA_HOST
    else process.env.GCE_METADATA_HOST = before
  })
  const { token } = await new Compute({ scopes: [CLOUD_PLATFORM] }).getAccessToken()
  t.equal((await lookUp(standIn, String(token))).status, 200)
  t.equal(standIn.calls.metadata, 1)
})
