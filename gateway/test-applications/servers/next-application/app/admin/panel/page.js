import { Form } from './form'

export default function Page() {
  return (
    <>
      <p>PROTECTED-admin</p>
      <Form />
    </>
  )
}
