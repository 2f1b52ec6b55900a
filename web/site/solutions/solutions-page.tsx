export function Component() {
  return <h1>solutions</h1>
}
