import { Button } from '../ui/button.tsx'
import { CodeField, digitsOf } from '../ui/code-field.tsx'
import { Form, fieldOf } from '../ui/form.tsx'
import { usePage } from '../ui/page-context.tsx'
import { Secret } from './authenticator-secret.tsx'
import type { ScreenProps } from './views.ts'

/** A new authenticator app: what it is for, then the secret and the first code. */
export function Enrol({ screen: { required, enrolment } }: ScreenProps<'enrol'>) {
  const { text, act } = usePage()
  return (
    <>
      {enrolment === null ? (
        <>
          <p>{text(required ? 'enrol.lead-required' : 'enrol.lead-optional')}</p>
          <Button name="start" primary onPress={() => act('startEnrolment')}>
            {text('enrol.start')}
          </Button>
        </>
      ) : (
        <ol className="steps">
          <Secret {...enrolment} />
          <li>
            <Form
              onSubmit={(fields) => act('finishEnrolment', digitsOf(fieldOf(fields, 'code')))}
              submit={text('enrol.submit')}
            >
              <p id="code-source">{text('enrol.code')}</p>
              <CodeField describedBy="code-source" />
            </Form>
          </li>
        </ol>
      )}
      {required ? (
        <p className="ways">
          <button type="button" className="link" onClick={() => act('startOver')}>
            {text('page.other-account')}
          </button>
        </p>
      ) : (
        <Button name="skip" onPress={() => act('skipEnrolment')}>
          {text('enrol.skip')}
        </Button>
      )}
    </>
  )
}
