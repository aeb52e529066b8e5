import t from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import { createExplainer } from '../explainer.ts'

const NOW = 1_790_000_000

const explainer = await createExplainer(
  testConfig({
    'access.rules': [
      { path: '/pay/*', allow: 'signed-in', require: { secondFactor: true, signedInWithin: 600 } }
    ]
  }),
  () => NOW,
  PLUGINS
)
t.teardown(() => explainer.close())

async function explain(claims: Record<string, unknown>, headers: [string, string][] = []) {
  const request = buildRequest({ method: 'GET', host: 'localhost:8080', target: '/pay/x' }, headers)
  const { outcome, rules } = await explainer.explain(request, { kind: 'claims', claims })
  return { ...outcome, reason: rules[0]?.reason }
}

t.test('explain: a sign-in that does not meet a rule shows the outcome and what is missing', async (t) => {
  const page: [string, string][] = [['accept', 'text/html']]
  const strong = { firebase: { sign_in_second_factor: 'totp' } }
  const old = { auth_time: NOW - 601 }
  t.match(await explain(strong), {
    kind: 'allow',
    reason: 'matches, requires a session, and a second factor, and a sign-in of the last 600 s'
  })
  t.match(await explain({ ...strong, ...old }), {
    kind: 'unauthenticated',
    status: 401,
    code: 'STEP_UP_REQUIRED',
    rule: 1,
    detail: 'signed in 601 s ago, 600 s are allowed'
  })
  t.match(await explain({ ...strong, ...old }, page), {
    kind: 'login',
    status: 302,
    code: 'STEP_UP_REQUIRED'
  })
  t.match(await explain({}, page), {
    kind: 'forbidden',
    status: 403,
    code: 'STEP_UP_REQUIRED',
    detail: 'no second factor'
  })
})
