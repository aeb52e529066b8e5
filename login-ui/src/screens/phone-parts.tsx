import { useEffect, useRef, useState } from 'react'
import { callingCodeFor } from '../lib/calling-codes.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Given, Words } from '../ui/words.tsx'

/** Delay before another message is offered, in milliseconds. */
const nextCodeMs = 30_000

/** The field for a phone number with country code. `number`: what was typed before; otherwise it begins with the code of the visitor's region. */
export function PhoneField({ number }: { number: string }) {
  const { text } = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = input
    if (current?.value === '') current.value = callingCodeFor(navigator.languages)
  }, [])
  return (
    <Field
      ref={input}
      name="phone"
      label={text('field.phone')}
      type="tel"
      dir="ltr"
      autoComplete="tel"
      defaultValue={number}
      describedBy="phone-form"
      hint={
        <p className="muted" id="phone-form">
          <Words of="phone.form" slots={{ example: <bdi dir="ltr">+1&nbsp;555&nbsp;010&nbsp;0199</bdi> }} />
        </p>
      }
    />
  )
}

/** Where a code was sent; describes its field. */
export function SentTo({ number }: { number: string }) {
  const { text } = usePage()
  return (
    <p id="code-source">
      {text('second-factor.sms-sent')}
      <br />
      <Given>{number}</Given>
    </p>
  )
}

interface NextCodeProps {
  onSend: () => void
  onChangeNumber: () => void
}

/** Options if no message arrives: another one after a while, or another number. */
export function NextCode({ onSend, onChangeNumber }: NextCodeProps) {
  const { text } = usePage()
  const [waits, setWaits] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), nextCodeMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
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
