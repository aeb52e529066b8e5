import { useLoaderData } from 'react-router'

export const loader = () => ({ text: 'PROTECTED-admin' })

export default function Page() {
  return <p>{useLoaderData().text}</p>
}
