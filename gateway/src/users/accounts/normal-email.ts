// One e-mail address has one spelling here: what people type differs in capital letters and Unicode form.

export const normalEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();
