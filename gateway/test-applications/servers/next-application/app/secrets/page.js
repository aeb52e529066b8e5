export default function Page() {
  return <p>PUBLIC secrets</p>
}
