import { type Fault, noticedBy } from './fault.ts'

const FRAME = 'e2e/shell/dashboard-frame.spec.ts'

export const MOVED_SHELL: readonly Fault[] = noticedBy('web/app/shell/sidebar.screen.browser.test.tsx', FRAME, {
  'the sidebar has its three groups for an owner, and ends in Logout': [
    {
      file: 'web/app/shell/nav-entries.ts',
      from: "{ to: '/dashboard/training', label: m.shell.training, Icon: GraduationCap },",
      to: '',
    },
    {
      file: 'web/app/shell/nav-entries.ts',
      from: '{ to: TAB_ADDRESSES.shared, label: m.sharing.page.title, Icon: Share2 },',
      to: '{ to: TAB_ADDRESSES.activity, label: m.sharing.page.title, Icon: Share2 },',
    },
  ],
  'a member without a role sees neither the log nor the admin panel': [
    {
      file: 'web/parts/frame/sidebar-groups.tsx',
      from: '.filter((entry) => isOffered(entry, rights))',
      to: '.filter((entry) => isOffered(entry, { ...rights, roles: ["owner"] }))',
    },
  ],
  'it says where one is, with one entry alone: My Files is not marked on the pages below its address': [
    {
      file: 'web/parts/frame/sidebar-groups.tsx',
      from: 'isActive={entry.to === active?.to}',
      to: 'isActive={pathname.startsWith(entry.to)}',
    },
  ],
  'it collapses to icons by Ctrl or Cmd with B, and a cookie remembers it': [
    {
      file: 'web/app/shell/app-shell.tsx',
      from: "!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'b'",
      to: "!event.ctrlKey || event.key.toLowerCase() !== 'b'",
    },
    { file: 'web/app/shell/app-shell.tsx', from: 'document.cookie = rememberSidebar(!isOpen)', to: '' },
    {
      file: 'web/app/shell/app-shell.tsx',
      from: '<Sidebar isCollapsed={!isOpen} />',
      to: '<Sidebar isCollapsed={false} />',
    },
  ],
  'a field that has the focus keeps the keys, and the button collapses it': [
    { file: 'web/app/shell/app-shell.tsx', from: ' || isTyping(event)) return', to: ') return' },
  ],
  'a page that opens later is as wide as the cookie says': [
    {
      file: 'web/app/shell/app-shell.tsx',
      from: 'useState(() => isSidebarOpen(document.cookie))',
      to: 'useState(true)',
    },
  ],
  'below 768 pixels it is a drawer, which Escape and Back close and the cookie does not know': [
    { file: 'web/lib/media.ts', from: "'(max-width: 767.98px)'", to: "'(max-width: 768px)'" },
    { file: 'web/lib/media.ts', from: "'(max-width: 767.98px)'", to: "'(max-width: 766px)'" },
    {
      file: 'web/app/shell/app-shell.tsx',
      from: 'if (isNarrow) return setDrawerOpen(!isDrawerOpen)',
      to: 'if (isNarrow) setDrawerOpen(!isDrawerOpen)',
    },
    { file: 'web/app/shell/app-shell.tsx', from: 'isOpen: isDrawerOpen && isNarrow', to: 'isOpen: false' },
  ],
  'a page that is opened from the drawer takes its place, and Back leads to the page before': [
    { file: 'web/app/shell/app-shell.tsx', from: 'onNavigate={leaveDrawer}', to: '' },
    { file: 'web/app/shell/app-shell.tsx', from: '    forget()\n', to: '' },
  ],
})
