import { type InputEvent, type UIEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given } from '../ui/words.tsx'

/** Delay before another message is offered, in milliseconds. */
const nextCodeMs = 30_000

interface CodeFormProps {
  /** Where the code was sent. */
  number: string
  /** Text of the submit button. */
  submit: string
  onCode: (code: string) => void
  onSend: () => void
  onChangeNumber: () => void
}

/** The code from the text message; after a while, another one. */
export function CodeForm({ number, submit, onCode, onSend, onChangeNumber }: CodeFormProps) {
  const { text } = usePage()
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), nextCodeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <p id="code-source">
        {text('second-factor.sms-sent')}
        <br />
        <Given>{number}</Given>
      </p>
      <Form onSubmit={(fields) => onCode(digitsOf(fieldOf(fields, 'code')))} submit={submit}>
        <CodeField describedBy="code-source" first />
      </Form>
      <p className="muted">{text('phone.next-code')}</p>
      <Button name="send" waits={waits} onPress={onSend}>
        {text('second-factor.send-again')}
      </Button>
      <p className="ways">
        <button type="button" className="link" onClick={onChangeNumber}>
          {text('phone.change')}
        </button>
      </p>
    </>
  )
}

/** Digits in codes of authenticator apps and text messages. */
const codeLength = 6

/** Replaces Arabic, Persian and full-width digits with ASCII. */
export function asciiDigits(typed: string): string {
  return typed.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) =>
    String(digit.charCodeAt(0) & 15)
  )
}

/** The digits of `typed` in ASCII, without other characters. */
export function digitsOf(typed: string): string {
  return asciiDigits(typed).replace(/\D/g, '')
}

interface CodeFieldProps {
  /** Id of the node that says where the code comes from. */
  describedBy: string
  /** Focus it when the screen appears. */
  first?: boolean
}

/** Keeps the first digit in the first slot: browsers scroll to make room for the caret. */
function stayInSlots({ currentTarget }: UIEvent<HTMLInputElement>): void {
  if (digitsOf(currentTarget.value).length <= codeLength) currentTarget.scrollLeft = 0
}

/** One field for a one-time code, drawn as six slots. Submits the form once for each full code. */
export function CodeField({ describedBy, first = false }: CodeFieldProps) {
  const { text } = usePage()
  const sent = useRef('')
  const watch = ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    const code = digitsOf(currentTarget.value)
    // A new code, which may have the same digits.
    if (code.length < 2) sent.current = ''
    if (code.length !== codeLength) return
    // Pasted with spaces, or typed with other digits: one per slot.
    if (currentTarget.value !== code) currentTarget.value = code
    if (code === sent.current) return
    sent.current = code
    currentTarget.form?.requestSubmit()
  }
  return (
    <Field
      name="code"
      label={text('field.code')}
      type="text"
      className="code"
      dir="ltr"
      inputMode="numeric"
      enterKeyHint="done"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      describedBy={describedBy}
      data-first={first || undefined}
      onInput={watch}
      onScroll={stayInSlots}
    />
  )
}
