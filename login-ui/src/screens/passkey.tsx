import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { usePage } from '../ui/page-context.tsx'
import type { ScreenProps } from './views.ts'

/** Signed in: would the visitor like a passkey for the next time? */
function Passkey({ screen: { device } }: ScreenProps<'passkey'>) {
  const { text, act } = usePage()
  return (
    <>
      <p>{text('passkey.lead')}</p>
      <Form onSubmit={(fields) => act('addPasskey', fieldOf(fields, 'label'))} submit={text('passkey.add')}>
        <Field
          name="label"
          label={text('passkey.name')}
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={64}
          defaultValue={device ?? text('passkey.device')}
        />
      </Form>
      <Button name="skip" onPress={() => act('declinePasskey')}>
        {text('enrol.skip')}
      </Button>
    </>
  )
}

export const passkeyView = { Body: Passkey }
