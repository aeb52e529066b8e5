import t from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import { createExplainer } from '../explainer.ts'

const explainer = await createExplainer(
  testConfig({
    'identityPlatform.appCheck.appIds': ['1:1234567890:web:0123abcd'],
    'access.rules': [{ path: '/api/*', allow: { appCheck: true } }]
  }),
  () => 1_790_000_000,
  PLUGINS
)
t.teardown(() => explainer.close())

t.test('explain: an App Check condition, with and without a token', async (t) => {
  const explain = async (headers: [string, string][]) => {
    const request = buildRequest({ method: 'GET', host: 'localhost:8080', target: '/api/x' }, headers)
    const { outcome, rules } = await explainer.explain(request, { kind: 'claims', claims: {} })
    return { ...outcome, reason: rules[0]?.reason }
  }
  t.match(await explain([['x-firebase-appcheck', 'any']]), {
    kind: 'allow',
    reason: 'matches, asks App Check token: yes'
  })
  t.match(await explain([]), {
    kind: 'forbidden',
    status: 403,
    code: 'APP_CHECK_REQUIRED',
    rule: 1,
    detail: /--header with any text counts/,
    reason: 'matches, asks App Check token: no'
  })
})
