/** Where mails of the provider lead when nothing else is set up there; a path of Firebase. */
export const ACTION_PATH = '/__/auth/action'
