import t, { type Test } from 'tap'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { startIssuer } from '../../../test/fixtures/provider/issuer.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { inspectConfig } from '../check.ts'
import { issuersCheck } from '../checks/provider.ts'
import { examine } from '../doctor.ts'

const now = () => 1_800_000_000

/** The finding for these issuers, on one line. */
async function look(issuers: readonly Record<string, unknown>[], isOffline = false): Promise<string> {
  const env = {
    METADATA_SERVER_DETECTION: 'none',
    GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
    GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('doctor'),
    GATEHOUSE_BEARER: JSON.stringify(issuers.map((entry) => ({ audiences: ['my-project'], ...entry })))
  }
  const context = contextWith({ inspected: inspectConfig({ file: null, env }), env, now })
  const signal = new AbortController().signal
  const findings = await examine([issuersCheck], context, { isOffline, deadline: () => signal })
  return findings
    .map(({ id, status, seen, advice }) =>
      [id, status, seen, ...advice.flatMap(({ cause, fix }) => [cause, fix])].join(' | ')
    )
    .join('\n')
}

const start = (t: Test) => startIssuer(t, now)

t.test('doctor: keys of bearer token issuers are fetched by discovery or from jwksUri', async (t) => {
  const [one, other] = [await start(t), await start(t)]
  const found = await look([{ issuer: one.url }, { issuer: other.url, jwksUri: `${other.url}/own` }])
  t.equal(found, `ISSUERS | ok | ${one.url}: 3 keys, ${other.url}: 3 keys`)
  t.same(
    other.requests.map(({ url }) => url),
    ['/own']
  )
})

t.test('doctor: issuers whose keys cannot be fetched are named, each with what is wrong', async (t) => {
  const [good, away, other] = [await start(t), await start(t), await start(t)]
  away.response = (response) => response.writeHead(500).end()
  other.document = { issuer: 'https://other.example' }
  const found = await look([good, away, other].map(({ url }) => ({ issuer: url })))
  t.match(found, /^ISSUERS \| fail \| /)
  t.match(found, `${away.url}: `)
  t.match(found, `${other.url}: the discovery document names another issuer`)
  t.match(found, 'callers with tokens of these issuers get 503 | make `issuer` match exactly')
  t.notMatch(found, good.url)
})

t.test('doctor: without other issuers than the project, or with --offline, it fetches nothing', async (t) => {
  t.match(await look([]), 'ISSUERS | skip | ')
  t.match(await look([{ issuer: 'https://securetoken.google.com/my-project' }]), 'ISSUERS | skip | ')
  const issuer = await start(t)
  t.match(await look([{ issuer: issuer.url }], true), 'ISSUERS | skip')
  t.equal(issuer.requests.length, 0)
})
