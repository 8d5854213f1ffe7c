// Copying to the clipboard, also where the browser hides its clipboard: a self-hosted gateway is often reached over
// plain http in a local network, and there `navigator.clipboard` does not exist.

export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext && navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog only the dialog's own elements may take the focus.
  const home = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  home.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
