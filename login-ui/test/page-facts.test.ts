import t from 'tap'
import { problemOf } from '../src/auth/errors.ts'
import { problemByRefusal, problemByStatus } from '../src/auth/password-policy.ts'
import { isTimeOff } from '../src/auth/session.ts'
import { isSameEmail } from '../src/flows/second-step/second-step.ts'
import { checkEmail } from '../src/flows/sign-in/credentials.ts'
import { domainOf } from '../src/flows/sign-in/tenants.ts'
import { addressAt } from '../src/flows/startup.ts'
import { pathOf } from '../src/lib/addresses.ts'
import { loadOnce } from '../src/lib/load-once.ts'
import type { Address } from '../src/page-config.ts'
import { configWith } from './fixtures/flows.ts'

const place = configWith({ query: '?redirect=%2Freports' })

const paths: [Address, string][] = [
  ['sign-in', '/login'],
  ['sign-up', '/login/sign-up'],
  ['forgot', '/login/forgot'],
  ['link', '/login/link'],
  ['action', '/login/action'],
  ['second-step', '/login/second-step'],
  ['signed-out', '/login/signed-out'],
  ['problem', '/login/problem']
]
for (const [address, path] of paths) {
  t.test(`addresses: ${address} is ${path} with the query, and back again`, async (t) => {
    t.equal(pathOf(address, place), `${path}?redirect=%2Freports`)
    t.equal(addressAt(path, place), address)
  })
}

t.test('addresses: an unknown path is sign-in', async (t) => {
  for (const path of ['/', '/login/', '/login/other', '/other/sign-up'])
    t.equal(addressAt(path, place), 'sign-in')
})

const emails: [string, string | null][] = [
  ['', 'page/email-missing'],
  ['ada', 'page/email-malformed'],
  ['@example.com', 'page/email-malformed'],
  ['ada@', 'page/email-malformed'],
  ['a@b@c', 'page/email-malformed'],
  ['ada@example.com', null],
  ['ada@localhost', null]
]
for (const [email, code] of emails) {
  t.test(`email address: "${email}", ${code ?? 'can be sent'}`, async (t) => {
    t.same(checkEmail(email), code === null ? null : problemOf(code))
  })
}

t.test('email address: the domain is in lower case', async (t) => {
  t.equal(domainOf('Ada@Example.COM '), 'example.com')
  t.equal(domainOf(''), '')
})

t.test('email address: comparison ignores case', async (t) => {
  t.ok(isSameEmail('Ada@Example.com', 'ada@example.com'))
  t.notOk(isSameEmail('ada@example.com', 'eve@example.com'))
  t.notOk(isSameEmail(null, null))
})

for (const [serverMs, off] of [
  [null, false],
  [60_000, false],
  [60_001, true],
  [-60_001, true]
] as const) {
  t.test(`clock: server at ${serverMs} and device at 0, ${off ? 'is off' : 'is right'}`, async (t) => {
    t.equal(isTimeOff(serverMs, 0), off)
  })
}

const sentences: [string, string[], object][] = [
  ['Password must contain at least 8 characters', ['min'], { min: '8' }],
  ['Password may contain at most 64 characters', ['max'], { max: '64' }],
  ['Password must contain a lower case character', ['lower'], {}],
  ['Password must contain an upper case character', ['upper'], {}],
  ['Password must contain a numeric character', ['digit'], {}],
  ['Password must contain a non-alphanumeric character', ['symbol'], {}],
  ['Password should be at least 6 characters', ['min'], { min: '6' }],
  ['Something new', [], {}]
]
const problemWith = (missing: readonly string[], slots: object) => ({
  ...problemOf('page/weak-password'),
  details: missing.map((name) => `problem.policy.${name}`),
  slots
})
for (const [sentence, missing, slots] of sentences) {
  t.test(`password policy: "${sentence}" is parsed`, async (t) => {
    const message = `Missing password requirements: [${sentence}]`
    const code = 'auth/password-does-not-meet-requirements'
    t.same(problemByRefusal({ code, message }), problemWith(missing, slots))
    t.equal(problemByRefusal({ code: 'auth/internal-error', message }), null, 'another reason')
  })
}

const policy = (enforcementState: string) => ({
  enforcementState,
  customStrengthOptions: { minPasswordLength: 12, maxPasswordLength: 64 }
})
const failed = {
  isValid: false,
  meetsMinPasswordLength: false,
  meetsMaxPasswordLength: true,
  containsUppercaseLetter: false
}

t.test('password policy: if enforced, requires what the status reports as missing', async (t) => {
  const problem = problemByStatus('abc', { ...failed, passwordPolicy: policy('ENFORCE') })
  t.same(problem, problemWith(['min', 'upper'], { min: '12' }))
})

t.test('password policy: if not enforced or unknown, requires nothing', async (t) => {
  t.equal(problemByStatus('abc', { ...failed, passwordPolicy: policy('OFF') }), null)
  t.equal(problemByStatus('abc', null), null)
})

t.test('password policy: if met, requires nothing', async (t) => {
  t.equal(problemByStatus('abc', { isValid: true, passwordPolicy: policy('ENFORCE') }), null)
})

const sdk = {}

t.test('load once: two calls load once', async (t) => {
  let loads = 0
  const load = loadOnce(async () => {
    loads++
    return sdk
  })
  t.equal(await load(), await load())
  t.equal(loads, 1)
})

t.test('load once: loads again after a failure', async (t) => {
  let loads = 0
  const load = loadOnce(async () => {
    if (++loads === 1) throw new TypeError('offline')
    return sdk
  })
  await t.rejects(load(), TypeError)
  t.equal(await load(), sdk)
  t.equal(loads, 2)
})
