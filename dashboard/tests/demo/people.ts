// The people of the demo company, a clinic in Riyadh. Always the same, so that two pictures of a page can be compared.

const firstNames = [
  'Sara',
  'Omar',
  'نورة',
  'Khalid',
  'Layan',
  'فيصل',
  'Huda',
  'Yousef',
  'مريم',
  'Tariq',
  'Reem',
  'Salman',
];
const lastNames = ['Al Harbi', 'Nasser', 'العتيبي', 'Al Qahtani', 'Haddad', 'الشمري', 'Al Dosari', 'Aziz'];
const cities = ['Riyadh', 'Jeddah', 'Dammam', 'Medina'];

export interface DemoPerson {
  readonly phone_number: string;
  readonly name: string;
  readonly language: string;
  readonly tags: readonly string[];
  readonly fields: { readonly city: string; readonly visits: number };
  readonly consent?: { readonly state: 'opted_in' | 'opted_out'; readonly source: string };
}

const isArabic = (name: string): boolean => /[\u0600-\u06ff]/.test(name);

function person(index: number): DemoPerson {
  const first = firstNames[index % firstNames.length] ?? '';
  const fitting = lastNames.filter((last) => isArabic(last) === isArabic(first));
  const last = fitting[Math.floor(index / firstNames.length) % fitting.length] ?? '';
  const tags = [...(index % 7 === 0 ? ['vip'] : []), ...(index % 3 === 0 ? ['dental'] : []), 'patient'];
  return {
    phone_number: `+96650${String(1_234_567 + index * 37).padStart(7, '0')}`,
    name: `${first} ${last}`,
    language: isArabic(first) ? 'ar' : 'en',
    tags,
    fields: { city: cities[index % cities.length] ?? '', visits: 1 + (index % 9) },
    ...(index % 5 === 4
      ? {}
      : { consent: { state: index % 29 === 28 ? 'opted_out' : 'opted_in', source: 'Reception desk' } }),
  };
}

export const demoPeople: readonly DemoPerson[] = Array.from({ length: 320 }, (_, index) => person(index));
