/** Where a kept form is sent from after sign-in. The one page of the gateway's own that is a redirect target. */
export const FORM_PATH = '/_auth/form'

/** Says what the form was posted to; the form itself and its fields are in no URL. */
export const FORM_TARGET_PARAMETER = 'to'

/** The redirect target of somebody who signs in to send a form. `key`: the name of the form in the tab, which no server sees. */
export function formAddress(target: string, key: string): string {
  return `${FORM_PATH}?${FORM_TARGET_PARAMETER}=${encodeURIComponent(target)}#${key}`
}
