import { useEffect, useRef } from 'react'
import { type PasswordRule, rulesOf } from '../auth/password-policy.ts'
import { fill, type MessageKey } from '../lib/i18n.ts'
import { useFieldProblem } from './field-problem.tsx'
import { usePage } from './page-context.tsx'
import { PasswordField } from './password-field.tsx'

/** Until the policy is known. */
const rulesAtFirst = rulesOf('', null)

/**
 * As in https://developer.apple.com/password-rules, by the text of the rule. Symbols by name: the provider does not count the
 * hyphens that managers like.
 */
const forManagers: Partial<Record<MessageKey, string>> = {
  'problem.policy.min': 'minlength: {min};',
  'problem.policy.max': 'maxlength: {max};',
  'problem.policy.lower': 'required: lower;',
  'problem.policy.upper': 'required: upper;',
  'problem.policy.digit': 'required: digit;',
  'problem.policy.symbol': 'required: [!#$%&*.?@_~];'
}

/** Has password managers propose what the provider accepts. */
function proposalsBy(rules: readonly PasswordRule[]) {
  const parts = rules.map(({ text, slots }) => fill(forManagers[text] ?? '', slots))
  return { minLength: Number(rules[0]?.slots.min ?? 0), passwordrules: parts.join(' ') }
}

/** Delay after the last key, so a screen reader is not interrupted, in milliseconds. */
const pauseMs = 1000

/**
 * A new password with its rules below. Space is reserved, so nothing shifts once the policy is known.
 * `initial`: what was typed before.
 */
export function NewPasswordField({ initial = '' }: { initial?: string }) {
  const { config, text, act, announce, passwordRules } = usePage()
  const { problem } = useFieldProblem('new-password')
  const rules = passwordRules ?? rulesAtFirst
  // A problem lists what is missing.
  const listed = !problem?.details.length
  const missing = rules.filter(({ isMet }) => !isMet).map((rule) => text(rule.text, rule.slots))
  const describe = () =>
    missing.length === 0
      ? text('field.rules-met')
      : text('field.rules-missing', { rules: new Intl.ListFormat(config.locale).format(missing) })
  useAfterPause(passwordRules !== null && listed ? describe() : null, announce)
  const field = useRef<HTMLInputElement>(null)
  // Typed before hydration.
  useEffect(() => {
    if (field.current?.value) act('checkNewPassword', field.current.value)
  }, [act])
  return (
    <PasswordField
      ref={field}
      name="new-password"
      label={text('field.new-password')}
      autoComplete="new-password"
      defaultValue={initial}
      {...(passwordRules !== null && proposalsBy(passwordRules))}
      describedBy={listed ? 'password-rules' : undefined}
      onFocus={({ currentTarget }) => act('checkNewPassword', currentTarget.value)}
      onInput={({ currentTarget }) => act('checkNewPassword', currentTarget.value)}
      below={
        listed && (
          <ul className="rules" id="password-rules">
            {rules.map((rule) => (
              <li key={rule.text} className={rule.isMet ? 'met' : undefined}>
                <span className="visually-hidden">
                  {text(rule.isMet ? 'field.rule-met' : 'field.rule-missing')}{' '}
                </span>
                {text(rule.text, rule.slots)}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}

/** Calls `tell` once the words have not changed for a while; null: nothing to announce. */
function useAfterPause(words: string | null, tell: (words: string) => void): void {
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (words === null) return
    const timer = setTimeout(() => latest.current(words), pauseMs)
    return () => clearTimeout(timer)
  }, [words])
}
