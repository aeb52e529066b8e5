import t from 'tap'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { PLUGINS } from '../../plugins.ts'
import { buildRequest } from '../asked-request.ts'
import { renderExplanation } from '../explain.ts'
import { createExplainer } from '../explainer.ts'

const APP = 'https://app.example.com'
const PREFLIGHT = [
  ['origin', APP],
  ['access-control-request-method', 'PUT']
] as const

t.test('explain: a preflight from an allowed origin is handled without showing a rule', async (t) => {
  const config = testConfig({ 'cors.origins': [APP] })
  const explainer = await createExplainer(config, () => Date.now() / 1000, PLUGINS)
  t.teardown(() => explainer.close())
  const ask = (origin: string) => {
    const lines = PREFLIGHT.map(([name, value]) => [name, name === 'origin' ? origin : value] as const)
    const request = buildRequest({ method: 'OPTIONS', target: '/api', host: 'localhost:8080' }, lines)
    return explainer.explain(request, { kind: 'anonymous' })
  }
  const explanation = await ask(APP)
  t.match(explanation.outcome, { kind: 'preflight', status: 204, code: null, rule: null })
  t.match(renderExplanation(explanation), /outcome +preflight 204 +response by the gateway/)
  t.match((await ask('https://evil.example')).outcome, { kind: 'unauthenticated', status: 401 }, 'control')
})

t.test('explain: a form post from this origin is preserved, from another site redirected', async (t) => {
  const config = testConfig({ 'keepForms.enabled': true })
  const explainer = await createExplainer(config, () => Date.now() / 1000, PLUGINS)
  t.teardown(() => explainer.close())
  const ask = async (site: string) => {
    const lines = [
      ['sec-fetch-mode', 'navigate'],
      ['sec-fetch-site', site],
      ['content-type', 'application/x-www-form-urlencoded']
    ] as const
    const request = buildRequest({ method: 'POST', target: '/orders', host: 'localhost:8080' }, lines)
    return (await explainer.explain(request, { kind: 'anonymous' }, 'proxy')).outcome
  }
  t.match(await ask('same-origin'), { kind: 'login', status: 401, detail: /preserves the form/ })
  t.match(await ask('cross-site'), { kind: 'login', status: 303, detail: null }, 'control')
})
