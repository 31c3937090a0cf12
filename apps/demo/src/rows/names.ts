/** First and last names of one language, in their original spelling. */
interface Names {
  readonly first: readonly [string, ...string[]];
  readonly last: readonly [string, ...string[]];
}

/** Names that are long, short, accented, or transliterated in e-mails. Any first name fits any last name of its row. */
export const names: readonly [Names, ...Names[]] = [
  { first: ['Emma', 'Oliver', 'Charlotte', 'Harry'], last: ['Thompson', 'O’Connor', 'Ashworth', 'Pemberton-Hale'] },
  { first: ['Lukas', 'Annika', 'Björn', 'Käthe'], last: ['Schäfer', 'Größer', 'Zimmermann', 'von der Heide'] },
  { first: ['Camille', 'Étienne', 'Anaïs', 'Loïc'], last: ['Dubois', 'Lefebvre', 'Garçon', 'de la Fontaine'] },
  { first: ['Lucía', 'Íñigo', 'Carmen', 'Joaquín'], last: ['Muñoz Peña', 'Ibáñez', 'Castillo Vega', 'Núñez'] },
  { first: ['Beatriz', 'João', 'Inês', 'Thiago'], last: ['Gonçalves', 'Conceição', 'Araújo', 'dos Santos'] },
  { first: ['Giulia', 'Matteo', 'Chiara', 'Niccolò'], last: ['Esposito', 'D’Angelo', 'Moretti', 'Conti'] },
  { first: ['Freja', 'Søren', 'Åse', 'Håkon'], last: ['Østergaard', 'Lindström', 'Bjørnstad', 'Kjær'] },
  { first: ['Aino', 'Väinö', 'Eero', 'Päivi'], last: ['Hämäläinen', 'Mäkelä', 'Korhonen', 'Yli-Hietanen'] },
  { first: ['Agnieszka', 'Łukasz', 'Małgorzata', 'Paweł'], last: ['Kowalczyk', 'Wróbel', 'Żak', 'Gołąb'] },
  { first: ['Tereza', 'Ondřej', 'Šárka', 'Jiří'], last: ['Krejčí', 'Dolejší', 'Martinů', 'Hájků'] },
  { first: ['Elif', 'Çağlar', 'Şebnem', 'Emre'], last: ['Yılmaz', 'Öztürk', 'Güneş', 'Demir'] },
  { first: ['Eleni', 'Nikos', 'Ioanna', 'Stavros'], last: ['Anagnostou', 'Vasileiou', 'Georgiou', 'Alexandrou'] },
  { first: ['Yasmin', 'Omar', 'Salma', 'Tariq'], last: ['Haddad', 'Mansour', 'El-Sayed', 'Benali'] },
  { first: ['Chinwe', 'Tunde', 'Ifeoma', 'Kwame'], last: ['Okonkwo', 'Adebayo', 'Mensah', 'Balogun'] },
  { first: ['Ananya', 'Arjun', 'Kavitha', 'Vikram'], last: ['Iyer', 'Deshpande', 'Krishnamurthy', 'Singh'] },
  { first: ['Mei', 'Haoran', 'Xiaoming', 'Li'], last: ['Chen', 'Wang', 'Ouyang', 'Wu'] },
  { first: ['Haruka', 'Daichi', 'Yui', 'Takumi'], last: ['Nakamura', 'Kobayashi', 'Fujiwara', 'Ito'] },
  { first: ['Ji-woo', 'Min-jun', 'Seo-yeon', 'Do-hyun'], last: ['Kim', 'Park', 'Hwang', 'Yoo'] },
  { first: ['Linh', 'Minh', 'Thảo', 'Quang'], last: ['Nguyễn', 'Trần', 'Phạm', 'Lê'] },
  { first: ['Moana', 'Tama', 'Aroha', 'Wiremu'], last: ['Ngata', 'Parata', 'Te Rangi', 'Walker'] },
];

/** Letters that do not decompose into a base letter and a mark. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** A name as spelled in an e-mail: `Jürgen Größer` is `jurgen.grosser`. */
export function mailboxOf(firstName: string, lastName: string): string {
  return [firstName, lastName].map(plain).join('.');
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæøłđı]/g, (letter) => spelledOut[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z-]/g, '');
}
