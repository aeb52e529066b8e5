import { notFound } from 'next/navigation'

const TEXTS = { 'büro/akten': 'PROTECTED-office', 'grün/wiese': 'PUBLIC wiese' }

export default async function Page({ params }) {
  const { folder, page } = await params
  const text = TEXTS[`${decodeURIComponent(folder)}/${decodeURIComponent(page)}`]
  if (text === undefined) notFound()
  return <p>{text}</p>
}
