import { useEffect, useRef } from 'react'
import type { PasswordRule } from '../auth/password-rules.ts'
import { usualMinimum } from '../auth/usual-minimum.ts'
import { useFieldProblem } from './field-problem.tsx'
import { usePage } from './page-context.tsx'
import { PasswordField } from './password-field.tsx'

/** Until the policy is known. */
const rulesAtFirst: readonly PasswordRule[] = [
  { text: 'problem.policy.min', slots: { min: String(usualMinimum) }, isMet: false }
]

/** After the last key, so that a screen reader is not interrupted at each of them, in milliseconds. */
const pauseMs = 1000

/**
 * A password to choose, with the rules for it below. Their room is reserved: nothing moves when the policy is known. `initial`:
 * what was typed before.
 */
export function NewPasswordField({ initial = '' }: { initial?: string }) {
  const { config, text, act, announce, passwordRules } = usePage()
  const { problem } = useFieldProblem('new-password')
  const rules = passwordRules ?? rulesAtFirst
  // A problem names what is missing by itself.
  const listed = !problem?.details.length
  const missing = rules.filter(({ isMet }) => !isMet).map((rule) => text(rule.text, rule.slots))
  const news =
    missing.length === 0
      ? text('field.rules-met')
      : text('field.rules-missing', { rules: new Intl.ListFormat(config.locale).format(missing) })
  useAfterPause(passwordRules !== null && listed ? news : null, announce)
  const field = useRef<HTMLInputElement>(null)
  // What was typed before the page could answer.
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
      describedBy={listed ? 'password-rules' : undefined}
      onFocus={({ currentTarget }) => act('checkNewPassword', currentTarget.value)}
      onInput={({ currentTarget }) => act('checkNewPassword', currentTarget.value)}
      below={
        listed && (
          <ul className="rules" id="password-rules">
            {rules.map((rule) => (
              <li key={rule.text} className={rule.isMet ? 'met' : undefined}>
                {text(rule.text, rule.slots)}
              </li>
            ))}
          </ul>
        )
      }
    />
  )
}

/** Calls `tell` with the words once they have stayed the same for a while; null: there is nothing to tell. */
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
