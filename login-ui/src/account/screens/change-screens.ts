import { deleteScreen } from './delete.tsx'
import { emailScreen } from './email.tsx'
import { passwordScreen } from './password.tsx'

/** One file for password, address and deletion. */
export const changeScreens = { password: passwordScreen, email: emailScreen, delete: deleteScreen }
