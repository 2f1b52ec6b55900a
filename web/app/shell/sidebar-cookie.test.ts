import { expect, test } from 'vitest'
import { isSidebarOpen, rememberSidebar } from './sidebar-cookie.ts'

test('the sidebar is open until it was collapsed', () => {
  expect(isSidebarOpen('')).toBe(true)
  expect(isSidebarOpen('theme=dark; sidebar:state=true')).toBe(true)
  expect(isSidebarOpen('theme=dark; sidebar:state=false')).toBe(false)
  expect(isSidebarOpen('other-sidebar:state=false')).toBe(true)
})

test('the choice is kept for seven days', () => {
  expect(rememberSidebar(false)).toContain('sidebar:state=false')
  expect(rememberSidebar(true)).toContain('max-age=604800')
})
