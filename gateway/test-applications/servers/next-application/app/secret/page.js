export default function Page() {
  return <p>PROTECTED-secret</p>
}
