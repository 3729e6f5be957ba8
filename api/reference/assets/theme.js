// The choice of the reference's page, kept where that keeps it; without one the system's.
const KEPT = 'colorMode'
const kept = localStorage.getItem(KEPT)
const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches
let isDark = kept === 'dark' || (kept !== 'light' && systemIsDark)

function show() {
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  document.getElementById('theme')?.setAttribute('aria-pressed', String(isDark))
}

show()
addEventListener('DOMContentLoaded', () => {
  show()
  document.getElementById('theme')?.addEventListener('click', () => {
    isDark = !isDark
    localStorage.setItem(KEPT, isDark ? 'dark' : 'light')
    show()
  })
})
