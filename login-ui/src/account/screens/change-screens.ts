import { deleteScreen } from './delete.tsx'
import { emailScreen } from './email.tsx'
import { passwordScreen } from './password.tsx'

/** Password, address and deletion: one file. */
export const changeScreens = { password: passwordScreen, email: emailScreen, delete: deleteScreen }
