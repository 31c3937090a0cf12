import { names } from '../../apps/demo/src/rows/names.ts';

type Words = readonly [string, ...string[]];

/** Names of people: those of the demo, and the most common others, so that a search finds few of many. */
export const firstNames: Words = [
  'Noah',
  ...names.flatMap(({ first }) => first),
  ...words(`Liam Amelia Jack Isla George Ava Arthur Ivy Freddie Lily Henry Grace Oscar Willow Theodore Freya Archie Florence
    Finn Clara Jonas Lena Felix Marie Paul Johanna Maximilian Sophie Elias Leonie Louis Jade Gabriel Louise Raphael Alice
    Hugo Rose Mateo Valentina Diego Martina Pablo Paula Alejandro Daniela Lorenzo Aurora Leonardo Ginevra Tommaso Vittoria
    William Alma Noel Ella Elsa Vera Aksel Nora Emil Signe Onni Helmi Leo Olivia Jakub Zofia Antoni Hanna Szymon Julia
    Adam Eliška Matyáš Adéla Kerem Zeynep Yusuf Defne Georgios Maria Dimitris Katerina Ahmed Fatima Ali Layla Ibrahim Noor
    Emeka Ngozi Kofi Abena Sipho Thandi Rohan Priya Aditya Meera Karthik Divya Wei Xia Jun Lan Ren Aoi Sota Hina Hyun Ara
    Duc Mai Nam Trang Rangi Mere Samuel Nadia Viktor Irina Alexei Olga Pavel Tatiana Bogdan Ioana Andrei Elena Marko Petra`),
];

export const lastNames: Words = [
  'Andersson',
  ...names.flatMap(({ last }) => last),
  ...words(`Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Evans Walker White Green Hall Wood
    Jackson Clarke Turner Hill Cooper Ward Morris Moore Clark Lee King Baker Harrison Morgan Allen James Scott Phillips
    Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Neumann Braun
    Martin Bernard Robert Petit Durand Leroy Moreau Simon Laurent Michel Fournier Girard Bonnet Mercier Blanc Guérin Faure
    García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Ruiz Díaz Moreno Álvarez Romero Navarro Torres
    Rossi Russo Ferrari Bianchi Romano Colombo Ricci Marino Greco Bruno Gallo Costa Giordano Mancini Rizzo Lombardi Barbieri
    Silva Santos Ferreira Pereira Oliveira Rodrigues Martins Sousa Fernandes Lopes Marques Almeida Ribeiro Pinto Carvalho
    Hansen Johansen Olsen Larsen Nilsen Kristiansen Jensen Karlsen Eriksson Nilsson Larsson Olsson Persson Svensson Virtanen
    Nowak Kowalski Wiśniewski Kamiński Lewandowski Novák Svoboda Dvořák Procházka Kaya Çelik Şahin Yıldız Papadopoulos
    Khan Rahman Hassan Okafor Nwosu Boateng Dlamini Nkosi Sharma Gupta Reddy Nair Zhang Liu Yang Huang Tanaka Suzuki
    Takahashi Watanabe Lim Choi Jung Tran Pham Vu Hoang Petrov Ivanova Popescu Ionescu Horvat Kovač Novaković Jovanović`),
];

/** A company's name combines one of each. */
export const places =
  words(`Northwind Meridian Harbour Summit Alder Bristol Cobalt Delta Eastgate Falcon Granite Hanover Iris
  Juniper Kestrel Lakeside Maple Nordic Orchard Pioneer Quarry Riverside Sterling Tamar Union Valley Westbrook Yarrow Zenith
  Amber Beacon Cedar Dover Ember Fjord Garnet Hazel Indigo Jasper Kingsway Linden Marble Nova Onyx Pearl Quill Rowan Sable
  Topaz Umber Vale Willow Xenia York Zephyr Aurora Birchwood Crescent Dune Elm`);
export const trades =
  words(`Print Packaging Labels Press Media Graphics Design Publishing Textiles Signs Displays Cartons Books
  Posters Ceramics Furniture Films Foils Imaging Colour Paper Reprographics Studios Prepress Plastics Metals Glass Wallcoverings
  Flooring Stationery Newspapers Magazines Maps Toys Games Apparel Footwear Foods Beverages Logistics`);
export const forms = words('Group Limited GmbH Inc Holding');

/** Names of tags. */
export const teams = words(`Prepress Design Sales Support Marketing Finance Production Shipping Quality Research Service
  Logistics Purchasing Training Legal Maintenance Proofing Packaging Colour Archive`);

export const titles = words('Dr. Prof. Ing. Mag. Dipl.-Ing.');

export const descriptions: Words = [
  'Works from the office in Leeds, on Mondays and Tuesdays only.',
  'External; the contract ends with the year.',
  'Joined with the acquisition of the plant in Ghent.',
  'Prefers to be called by phone.',
  'Looks after the proofing devices on the second floor.',
  'On parental leave until the spring.',
  'Trains new colleagues in colour management.',
  'Night shift.',
];

function words(text: string): Words {
  return text.trim().split(/\s+/) as [string, ...string[]];
}
