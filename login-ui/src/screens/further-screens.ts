import { accountViews } from './account-screens.tsx'
import { actionView } from './action.tsx'
import { mailViews } from './mail-screens.tsx'

/** The screens that are forms, choices and answers beside signing in, in one file: apart, they are too small for a request. */
export const furtherViews = { ...accountViews, ...mailViews, action: actionView }
