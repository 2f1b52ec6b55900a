export const MY_FILES = { path: '/dashboard', label: 'Meine Dateien öffnen' }
export const SECURITY = { path: '/dashboard/security', label: 'Sicherheit öffnen' }
