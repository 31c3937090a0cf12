module keyhold.example/keyhold

go 1.19
