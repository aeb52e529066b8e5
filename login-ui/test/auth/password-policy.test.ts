import t from 'tap'
import { type PasswordStatus, rulesOf } from '../../src/auth/password-policy.ts'

const policy = (customStrengthOptions = {}, enforcementState = 'ENFORCE') => ({
  passwordPolicy: { customStrengthOptions, enforcementState }
})
const namesOf = (rules: ReturnType<typeof rulesOf>) =>
  rules.map(({ text, isMet }) => `${text.replace('problem.policy.', '')} ${isMet}`)

t.test('rules: without a policy, the minimum of the provider applies', async (t) => {
  t.same(rulesOf('12345', null), [{ text: 'problem.policy.min', slots: { min: '6' }, isMet: false }])
  t.same(namesOf(rulesOf('123456', null)), ['min true'])
})

t.test('rules: a policy lists exactly its requirements', async (t) => {
  const status: PasswordStatus = {
    ...policy({ minPasswordLength: 12, maxPasswordLength: 4096 }),
    isValid: false,
    meetsMinPasswordLength: false,
    meetsMaxPasswordLength: true,
    containsUppercaseLetter: true,
    containsNumericCharacter: false
  }
  t.same(namesOf(rulesOf('Abc', status)), ['min false', 'upper true', 'digit false'])
  t.equal(rulesOf('Abc', status)[0]?.slots.min, '12')
})

t.test('rules: a policy that is not enforced counts as none', async (t) => {
  const status = {
    ...policy({ minPasswordLength: 12 }, 'OFF'),
    isValid: true,
    containsNumericCharacter: false
  }
  t.same(namesOf(rulesOf('abcdef', status)), ['min true'])
})

t.test('rules: a short maximum is listed, a long one once exceeded', async (t) => {
  const short = { ...policy({ maxPasswordLength: 16 }), isValid: true, meetsMaxPasswordLength: true }
  t.same(namesOf(rulesOf('abcdef', short)), ['min true', 'max true'])
  const long = { ...short, ...policy({ maxPasswordLength: 64 }) }
  t.same(namesOf(rulesOf('abcdef', long)), ['min true'])
  const status = { ...policy({ maxPasswordLength: 8 }), isValid: false, meetsMaxPasswordLength: false }
  t.same(namesOf(rulesOf('a very long one', status)), ['min true', 'max false'])
})
