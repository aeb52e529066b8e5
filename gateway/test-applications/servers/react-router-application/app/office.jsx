import { useLoaderData } from 'react-router'

export const loader = () => ({ text: 'PROTECTED-office' })

export default function Page() {
  return <p>{useLoaderData().text}</p>
}
