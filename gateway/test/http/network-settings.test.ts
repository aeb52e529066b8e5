import t from 'tap'
import { GOOD, load } from '../fixtures/repository/yaml-config.ts'

const NETWORK = { message: 'is not a network', hint: /`10\.0\.0\.0\/8`/ }
const PLACES = [
  {
    yaml: (text: string) => `trustedProxies: ['${text}']`,
    problem: { path: 'trustedProxies[0]', ...NETWORK }
  },
  {
    yaml: (text: string) => `forwardAuth: { enabled: true, trustedProxies: ['${text}'] }`,
    problem: { path: 'forwardAuth.trustedProxies[0]', ...NETWORK }
  },
  {
    yaml: (text: string) => `access: { rules: [{ path: /x, allow: { network: '${text}' } }] }`,
    problem: { path: 'access.rules[0].allow.network', ...NETWORK }
  }
]

t.test('networks: where a list has one that is misspelt, the key and a valid form are named', async (t) => {
  for (const { yaml, problem } of PLACES) {
    for (const text of ['10.0.0.0/', '10.0.0.0/8/32', '10.0.0.0/08', '10.0.0.0/8 ', 'fe80::1%eth0', 'all'])
      t.match(load(t.testdir(), `${GOOD}${yaml(text)}`), { problems: [problem] }, `${problem.path}: ${text}`)
    for (const text of ['10.0.0.0/8', 'fe80::/10', '192.0.2.1'])
      t.notMatch(load(t.testdir(), `${GOOD}${yaml(text)}`), { problems: [problem] }, 'twin')
  }
})

t.test('networks: the peer of a Unix socket is one of proxies, not of clients', async (t) => {
  for (const { yaml, problem } of PLACES) {
    const loaded = load(t.testdir(), `${GOOD}${yaml('unix:')}`)
    if (problem.path.includes('trustedProxies')) t.notMatch(loaded, { problems: [problem] }, problem.path)
    else t.match(loaded, { problems: [problem] }, problem.path)
  }
})
