import { flag, integer, section } from './fields.ts'

/** What becomes of forms that are posted without a session. */
export const keepForms = section(
  'Forms that somebody posts whose session has ended. Only page loads by POST with `application/x-www-form-urlencoded`, from pages of the same origin, to the application behind this gateway.',
  {
    enabled: flag(
      'Such a visitor gets a page that keeps the fields in this tab of the browser, and sends them after sign-in when the visitor presses “Send”. Otherwise the form is lost.'
    ),
    maxBytes: integer('Largest body that is kept, in bytes; what is larger is lost.', 65536, 1024, 1048576)
  }
)
