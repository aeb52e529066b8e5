import t from 'tap'
import { buildRequest } from '../../src/commands/explain/asked-request.ts'
import { createExplainer } from '../../src/commands/explain/explainer.ts'
import { renderExplanation } from '../../src/commands/explain/text.ts'
import { testConfig } from '../fixtures/gateway.ts'

const APP = 'https://app.example.com'
const PREFLIGHT = [
  ['origin', APP],
  ['access-control-request-method', 'PUT']
] as const

t.test('explain: a preflight of a listed origin, is answered and shows no rule', async (t) => {
  const config = testConfig({ 'cors.origins': [APP] })
  const explainer = await createExplainer(config, () => Date.now() / 1000)
  t.teardown(() => explainer.close())
  const ask = (origin: string) => {
    const lines = PREFLIGHT.map(([name, value]) => [name, name === 'origin' ? origin : value] as const)
    const request = buildRequest({ method: 'OPTIONS', target: '/api', host: 'localhost:8080' }, lines)
    return explainer.explain(request, { kind: 'anonymous' })
  }
  const explanation = await ask(APP)
  t.match(explanation.outcome, { kind: 'preflight', status: 204, code: null, rule: null })
  t.match(renderExplanation(explanation), /outcome +preflight 204 +answered by the gateway/)
  t.match((await ask('https://evil.example')).outcome, { kind: 'unauthenticated', status: 401 }, 'twin')
})
