// The hoopoe: the messenger bird that gave Hudhud its name. The favicon is the same drawing.

const feather = 'M12.4 18C10.3 13 10.4 7.4 12.6 2.6c2 5 1.9 10.4-.2 15.4Z';
const featherTip = 'M12.6 2.6c-.9 1.9-1.5 3.8-1.8 5.7h3.4c-.2-1.9-.8-3.8-1.6-5.7Z';
const headAndBill =
  'M7.9 20.2a6.3 6.3 0 0 1 11.9-2.9c5-.6 9.6 1.9 12 6.7-3.5-2.7-7.2-4-11.5-3.7-.2 3.2 2.3 6.6 2.9 11.7H7.2c1.3-4.4.7-7.8.7-11.8Z';
const crestDegrees = [-84, -57, -30, -3, 24];

const crest = (path: string) =>
  crestDegrees.map((degrees) => <path key={degrees} d={path} transform={`rotate(${degrees} 12.4 18)`} />);

export function HoopoeMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-cinnamon-6)" />
      <g transform="translate(3.2 3.2) scale(.84)">
        <g fill="var(--mantine-color-cinnamon-0)">
          {crest(feather)}
          <path d={headAndBill} />
        </g>
        <g fill="var(--mantine-color-cinnamon-9)">
          {crest(featherTip)}
          <circle cx="15.8" cy="18.9" r="1.3" />
        </g>
      </g>
    </svg>
  );
}
